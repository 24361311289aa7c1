import type { Task } from '@model-tasks/spec'
import type { Call } from '../call/context.js'
import { innermostMessage } from '../policy/classify.js'
import { lost, type Incoming } from './request-result.js'

/**
 * The bytes of a result as they come, each awaited no longer than `requestTimeout` and the call itself. Ends the transfer when
 * it is over. `received` counts the bytes before the next, for the error of a transfer that stops.
 */
export async function* chunksOf(
  { scope, requestTimeout }: Call,
  { next, stop }: Incoming,
  task: Task,
  received: () => number,
  again: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (;;) {
      const chunk = await scope.run(next, requestTimeout).catch((cause: unknown) => {
        const why = innermostMessage(cause)
        throw lost(task, `its transfer stopped after ${received()} bytes (${why})`, cause, again)
      })
      if (!chunk) return
      if (chunk.byteLength > 0) yield chunk
    }
  } finally {
    stop()
  }
}
