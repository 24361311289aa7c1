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
