/** Whether a model takes a request; `unknown` where it cannot be told. */
export type Verdict = 'accepts' | 'changes' | 'rejects' | 'unknown'
