import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { formatShortened, Problem } from '../../admit/problem.js'

/** Requests whose clients wait to be told that the body is wanted (`Expect: 100-continue`). */
const held = new WeakMap<Readable, ServerResponse>()

/** Notes that a client waits. What is answered without the body, such as 401, 404 or 413, spares it the sending. */
export function holdBody(request: Readable, response: ServerResponse): void {
  held.set(request, response)
}

/** Tells a client that waits to send its body: call this before reading one. */
export function askForBody(request: Readable): void {
  held.get(request)?.writeContinue()
  held.delete(request)
}

/** Requests that expect something else, and what. */
const unmet = new WeakMap<Readable, string>()

/** Notes that a client expects what nothing here does. */
export function noteExpectation(request: IncomingMessage): void {
  unmet.set(request, request.headers.expect ?? '')
}

/** Rejects what expects anything but `100-continue` (RFC 9110, section 10.1.1). */
export function refuseOtherExpectations(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const expected = unmet.get(raw)
    done(
      expected === undefined
        ? undefined
        : new Problem(
            'expectation-failed',
            `Expect: ${formatShortened(expected)} is not met here; send Expect: 100-continue, or leave it out`,
          ),
    )
  })
}
