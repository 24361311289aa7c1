/** A place in a file; line and column start at 1. */
export interface Position {
  line: number
  column: number
}

/** The line and column of a character offset. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** A JSON pointer (RFC 6901) for a path of keys and indices. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
