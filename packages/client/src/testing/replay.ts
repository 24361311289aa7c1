import { readFile } from 'node:fs/promises'
import { hashOf, pathOf, type Exchange, type Recording } from './recording.js'

/**
 * A `fetch` that answers from a recording and never touches the network. Each exchange is played once, in the order it was recorded
 * among those of the same method and path; a query repeats its last answer. A request that was never recorded, or whose body
 * differs from the recorded one, is answered with 501 and says so.
 */
export async function replayExchanges(source: string | Recording): Promise<typeof fetch> {
  const recording = typeof source === 'string' ? (JSON.parse(await readFile(source, 'utf8')) as Recording) : source
  if (recording.version !== 1)
    throw new Error(`the recording has version ${String(recording.version)}; this replays version 1`)
  const left = [...recording.exchanges]
  const played = new Map<string, Exchange>()

  return (input, init) => {
    const method = init?.method ?? 'GET'
    const path = pathOf(input instanceof Request ? input.url : input.toString())
    const hash = typeof init?.body === 'string' ? hashOf(init.body) : undefined
    const index = left.findIndex(
      (exchange) => exchange.method === method && exchange.path === path && exchange.bodyHash === hash,
    )
    const exchange = left.splice(index, index < 0 ? 0 : 1)[0] ?? (method === 'GET' ? played.get(path) : undefined)
    if (!exchange)
      return Promise.resolve(
        Response.json({ title: `not recorded: ${method} ${path}${hash ? ' with this body' : ''}` }, { status: 501 }),
      )
    if (method === 'GET') played.set(path, exchange)
    const body = 'text' in exchange.answer ? exchange.answer.text : Buffer.from(exchange.answer.base64, 'base64')
    const headers = { ...exchange.headers, 'content-length': String(Buffer.byteLength(body)) }
    return Promise.resolve(new Response(body.length > 0 ? body : null, { status: exchange.status, headers }))
  }
}
