/**
 * What a store knows of a caller's wish to cancel a task. `unknown`: none is noted, and the database was set back since the
 * task was made, so that it may have forgotten one.
 */
export type CancelFact = 'asked' | 'not-asked' | 'unknown'
