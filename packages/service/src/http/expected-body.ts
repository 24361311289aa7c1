import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** Requests whose clients wait to be told that the body is wanted (`Expect: 100-continue`). */
const held = new WeakMap<Readable, ServerResponse>()

/** Notes that a client waits. What is answered without the body, such as 401, 404 or 413, spares it the sending. */
export function holdBody(request: Readable, response: ServerResponse): void {
  held.set(request, response)
}

/** Tells a client that waits to send its body: whoever reads one calls this first. */
export function askForBody(request: Readable): void {
  held.get(request)?.writeContinue()
  held.delete(request)
}
