/** The digest of all files that a step reads; undefined of a step that says none. */
export function digestOf(step: {
  reads?: () => readonly string[] | Promise<readonly string[]>
}): Promise<string | undefined>

/** Which steps have passed, by name: with which files, on which day, with which result. */
export function readRecord(): Promise<Record<string, { digest: string; passed: string; result: string }>>
