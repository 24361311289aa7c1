/** One mistake in `spec/`, with all a person needs to find and fix it. */
export interface Diagnostic {
  /** Stable code, such as `S001`; each has a page in the docs. */
  code: string
  severity: 'error' | 'warning'
  /** Path below `spec/`. */
  file: string
  /** Starts at 1. */
  line: number
  /** Starts at 1. */
  column: number
  /** JSON pointer into the file. */
  pointer: string
  /** The offending text, shortened. */
  text: string
  message: string
  hint: string
}
