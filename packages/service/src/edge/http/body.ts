import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/clock.js'
import { askForBody } from './expected-body.js'
import { jsonOf } from './json-body.js'
import { Problem } from '../../admit/problem.js'

/** What bounds the bodies that are held in memory. */
export interface BodyLimits {
  /** Bytes of all bodies that are being read at a time. */
  maxBufferedBytes: number
  /** Milliseconds until a body has arrived whole. */
  timeout: number
}

export const bodyLimits: BodyLimits = { maxBufferedBytes: 256 * 1024 * 1024, timeout: 30_000 }

/** Reads a body whole, of at most `limit` bytes. Rejects with the problem of one that is too large, too slow or one too many. */
export type ReadBody = (payload: Readable, headers: IncomingHttpHeaders, limit: number) => Promise<Buffer>

/** A reader of bodies. All bodies that it reads at a time hold at most `maxBufferedBytes` together. */
export function bodyReader(clock: Clock, limits: BodyLimits): ReadBody {
  const buffered = { bytes: 0 }
  return async (payload, headers, limit) => {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw encoded()
    const length = Number(headers['content-length'] ?? 0)
    if (length > limit) throw tooLarge(limit)
    askForBody(payload)
    return (await arrived(payload, length)) ?? readBody(payload, limit, { clock, limits, buffered })
  }
}

/**
 * Reads JSON bodies, for routes and callers that are known already. An empty body is `undefined`, left to the route; one
 * that is not JSON is a problem.
 */
export function readJsonBodies(app: FastifyInstance, read: ReadBody): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async ({ headers, routeOptions }: FastifyRequest, payload: Readable) =>
    jsonOf(await read(payload, headers, routeOptions.bodyLimit)),
  )
}

/** A body that has arrived whole with its headers, as most do: without listeners and a timer for each. */
async function arrived(payload: Readable, length: number): Promise<Buffer | undefined> {
  // By then what has come in one piece with the headers is parsed.
  await Promise.resolve()
  if (length === 0 || payload.readableLength !== length || payload.readableFlowing !== null) return undefined
  const body: unknown = payload.read()
  payload.resume()
  return Buffer.isBuffer(body) ? body : undefined
}

async function readBody(
  payload: Readable,
  bodyLimit: number,
  { clock, limits, buffered }: { clock: Clock; limits: BodyLimits; buffered: { bytes: number } },
): Promise<Buffer> {
  const gathered = new Gathered()
  let over = false
  let timer: AbortController | undefined
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      payload.on('data', (chunk: Buffer) => {
        buffered.bytes += gathered.add(chunk)
        if (gathered.length > bodyLimit) reject(tooLarge(bodyLimit))
        else if (buffered.bytes > limits.maxBufferedBytes) reject(busy())
      })
      payload.once('end', () => {
        // Its end is followed by its close at once, before anyone hears of the promise.
        over = true
        resolve(gathered.bytes())
      })
      // A connection that breaks is an error of its payload; its sender is gone.
      for (const event of ['error', 'close'])
        payload.once(event, () => {
          if (!over) reject(new Problem('bad-request', 'the connection was closed before the body had arrived'))
        })
      // Most bodies are there by then, and need no timer.
      setImmediate(() => {
        if (over) return
        timer = new AbortController()
        void clock.delay(limits.timeout, timer.signal).then(() => {
          if (!over) reject(new Problem('request-timeout', `the body did not arrive within ${limits.timeout / 1000} s`))
        })
      })
    })
  } finally {
    over = true
    timer?.abort()
    payload.removeAllListeners('data')
    buffered.bytes -= gathered.room
  }
}

/** What has arrived, in one piece: a client may send each byte as a chunk of its own, which takes two hundred times its room. */
class Gathered {
  length = 0
  #held: Buffer = Buffer.alloc(0)

  /** Bytes that are held for what has arrived and what is to come. */
  get room(): number {
    return this.#held.length
  }

  /** Adds a chunk. Answers how many bytes more are held. */
  add(chunk: Buffer): number {
    const before = this.#held.length
    if (this.length === 0) {
      this.#held = chunk
    } else {
      if (this.length + chunk.length > before) {
        const longer = Buffer.allocUnsafe(Math.max(2 * before, this.length + chunk.length))
        this.#held.copy(longer, 0, 0, this.length)
        this.#held = longer
      }
      chunk.copy(this.#held, this.length)
    }
    this.length += chunk.length
    return this.#held.length - before
  }

  bytes(): Buffer {
    return this.#held.subarray(0, this.length)
  }
}

/** The problem of a body that is larger than its route reads. */
export function tooLarge(limit: number): Problem {
  const size = limit < 1024 * 1024 ? `${limit / 1024} KiB` : `${limit / 1024 / 1024} MiB`
  return new Problem('body-too-large', `the body is larger than the ${size} that are read here`)
}

function encoded(): Problem {
  return new Problem('media-type-unsupported', 'send the body without Content-Encoding: it is read as it comes')
}

function busy(): Problem {
  return new Problem('overloaded', 'the service is reading as many bodies as it can hold; try again in 5 s', {
    headers: { 'retry-after': '5' },
  })
}
