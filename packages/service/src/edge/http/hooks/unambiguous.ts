import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../admit/problem.js'

/** Headers that say for whom, by whom and how a request is read. Of several Node keeps the first and says nothing. */
const single: ReadonlyMap<string, string> = new Map([
  ['host', 'Host'],
  ['authorization', 'Authorization'],
  ['content-type', 'Content-Type'],
])
const lengths = new Set([...single.keys()].map((name) => name.length))

/**
 * Rejects a request that a proxy may have read as another one: without a Host or with a second one (RFC 9112,
 * section 3.2), with a second Authorization or Content-Type, or with a transfer coding besides `chunked` (section 6.1), which nothing here undoes.
 */
export function requireUnambiguous(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const ambiguity = ambiguityOf(raw)
    if (ambiguity !== undefined) done(ambiguous(ambiguity))
    else if (!/^(?:chunked)?$/i.test(raw.headers['transfer-encoding'] ?? ''))
      done(
        ambiguous(
          'the body has a transfer coding that is not read here; send Content-Length or Transfer-Encoding: chunked',
        ),
      )
    else done()
  })
}

/** What is wrong with the headers of which each request has one, or at most one. */
export function ambiguityOf({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined && httpVersion !== '1.0')
    return 'the request has no Host header; send the host and port that the service is reached at'
  const seen: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const header = lengths.has(name.length) ? single.get(name.toLowerCase()) : undefined
    if (header === undefined) continue
    if (seen.includes(header)) return `the request has more than one ${header} header; send one`
    seen.push(header)
  }
  return undefined
}

function ambiguous(detail: string): Problem {
  return new Problem('bad-request', detail, { headers: { connection: 'close' } })
}
