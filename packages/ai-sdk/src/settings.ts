import type { ClientOptions, Journal } from '@model-tasks/client'

/** Options of one call that the AI SDK decides, or this provider. */
type Decided = 'again' | 'cancelOnAbort' | 'idempotencyKey' | 'journal' | 'signal' | 'timeout'

/** How the provider reaches a service: the options of the client, of which the AI SDK decides some per call. */
export interface ModelTasksProviderSettings extends Omit<ClientOptions, Decided> {
  /**
   * Where each submit is recorded before it is sent, and its task once it has an ID. With `fileJournal(path)` of
   * `@model-tasks/client/journal` a process that was killed, or ran into a timeout, finds its tasks again. Default: the memory of this process.
   */
  journal?: Journal | undefined
}
