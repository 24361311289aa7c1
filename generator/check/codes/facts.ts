/** What a diagnostic code means, in words for its page in the docs. */
export interface CodeFacts {
  code: string
  severity: 'error' | 'warning'
  title: string
  /** Why it matters. */
  explanation: string
  /** What to do, when the case itself suggests nothing better. */
  hint: string
  /** A piece of `spec/` with the mistake. */
  wrong: string
  /** The same without it. */
  right: string
}
