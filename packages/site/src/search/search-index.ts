/**
 * The index search reads: rows grouped so that a parameter that many models have is written once,
 * with the models by their place in a list.
 */
export interface SearchIndex {
  kinds: string[]
  /** Paths that rows name by number. */
  paths: string[]
  rows: [kind: number, title: string, words: string, anchor: string, paths: number[]][]
}
