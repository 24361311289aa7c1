import { writeFile } from 'node:fs/promises'
import { blackOut, hashOf, pathOf, type Exchange, type Recording } from './recording.js'

export interface Recorder {
  /** Give this to the client as `fetch`. */
  fetch: typeof fetch
  /** What was recorded so far. */
  readonly recording: Recording
  /** Writes the recording, readable and fit to be committed. */
  save(path: string): Promise<void>
}

const keptHeaders = ['content-type', 'content-range', 'retry-after', 'location']

/**
 * Records exchanges with a service for `replayExchanges`. Redacted: no key, no prompt, no query of any URL. Results are
 * kept whole up to `maxBytes` (default 64 KiB) and cut there, so that a recording stays small.
 */
export function recordExchanges({
  fetch: send = fetch,
  maxBytes = 64 * 1024,
}: { fetch?: typeof fetch; maxBytes?: number } = {}): Recorder {
  const recording: Recording = { version: 1, exchanges: [] }
  return {
    recording,
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : input.toString()
      const response = await send(input, init)
      const bytes = Buffer.from(await response.arrayBuffer())
      recording.exchanges.push({
        method: init?.method ?? 'GET',
        path: pathOf(url),
        ...(typeof init?.body === 'string' && { bodyHash: hashOf(init.body), body: blackOut(parse(init.body)) }),
        status: response.status,
        headers: Object.fromEntries(
          keptHeaders.flatMap((name) => {
            const value = response.headers.get(name)
            return value === null ? [] : [[name, value]]
          }),
        ),
        answer: answerOf(bytes, response.headers.get('content-type') ?? '', maxBytes),
      })
      return new Response(emptyStatus(response.status) ? null : bytes, {
        status: response.status,
        headers: response.headers,
      })
    },
    save: (path) => writeFile(path, `${JSON.stringify(recording, null, 2)}\n`),
  }
}

function answerOf(bytes: Buffer, type: string, maxBytes: number): Exchange['answer'] {
  if (!/json|^text\//.test(type)) return { base64: bytes.subarray(0, maxBytes).toString('base64') }
  const parsed = parse(bytes.toString())
  return { text: parsed === undefined ? String(blackOut(bytes.toString())) : JSON.stringify(blackOut(parsed)) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Statuses whose response may have no body. */
function emptyStatus(status: number): boolean {
  return [101, 204, 205, 304].includes(status)
}
