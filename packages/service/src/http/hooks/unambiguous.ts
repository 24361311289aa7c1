import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.js'

/** Headers that say for whom, by whom and how a request is read. Of several Node keeps the first and says nothing. */
const single: ReadonlyMap<string, string> = new Map([
  ['host', 'Host'],
  ['authorization', 'Authorization'],
  ['content-type', 'Content-Type'],
])
const lengths = new Set([...single.keys()].map((name) => name.length))

/**
 * Rejects a request that whoever forwarded it may have read as another one: with a second Host (RFC 9112, section 3.2),
 * Authorization or Content-Type, or with a transfer coding besides `chunked` (section 6.1), which nothing here undoes.
 */
export function requireUnambiguous(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const repeated = repeatedHeader(raw)
    if (repeated !== undefined) done(ambiguous(`the request has more than one ${repeated} header; send one`))
    else if (!/^(?:chunked)?$/i.test(raw.headers['transfer-encoding'] ?? ''))
      done(
        ambiguous(
          'the body has a transfer coding that is not read here; send Content-Length or Transfer-Encoding: chunked',
        ),
      )
    else done()
  })
}

/** The header of which there may be one, and there are several. */
export function repeatedHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | undefined {
  const seen: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const header = lengths.has(name.length) ? single.get(name.toLowerCase()) : undefined
    if (header === undefined) continue
    if (seen.includes(header)) return header
    seen.push(header)
  }
  return undefined
}

function ambiguous(detail: string): Problem {
  return new Problem('bad-request', detail, { headers: { connection: 'close' } })
}
