/** Known to this file alone: nothing else makes a value of the type below. */
const issued: unique symbol = Symbol('issued')

/**
 * That a store has noted that an upstream is about to be asked for a task, by the process that holds the task at that moment. Without it
 * no submit compiles: a process that has lost a task would buy it a second time.
 */
export interface SentProof {
  readonly task: string
  readonly [issued]: true
}

/** What a store answers once its statement that checks the owner has run. Only stores call it, which a test shows. */
export function sentProof(task: string, noted: boolean): SentProof | undefined {
  return noted ? { task, [issued]: true } : undefined
}
