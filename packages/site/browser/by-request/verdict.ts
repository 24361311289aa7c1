/** Whether a model takes a request; `unknown` where nobody can tell. */
export type Verdict = 'accepts' | 'changes' | 'rejects' | 'unknown'
