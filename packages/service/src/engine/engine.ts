/** Sees to it that every accepted task is run to its end, also after a restart. */
export interface Engine {
  /** Takes up what had not ended when the service stopped. */
  start(): Promise<void>
  /** Runs a task that has just been accepted. */
  enqueue(id: string): void
  /** Stops working on a task that has been cancelled. */
  cancel(id: string): void
  /** Stops. Work that would be lost gets up to `patience` milliseconds to finish; the rest is resumed at the next start. */
  close(patience: number): Promise<void>
}
