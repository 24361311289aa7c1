import { currentProcess, type World } from './world.js'
import type { SimulatedProcess } from './machine.js'

/** A request as a server gets it. */
export interface Message {
  method: string
  url: URL
  headers: Record<string, string>
  body: Uint8Array
}

/** A whole answer. */
export interface Reply {
  status: number
  headers: [string, string][]
  body: Uint8Array
}

/** What answers at an address. */
export interface Host {
  /** The process whose end ends it; undefined for what belongs to the world and is always there. */
  process: SimulatedProcess | undefined
  answer(message: Message, from: SimulatedProcess): Promise<Reply>
}

/** What may befall one exchange. */
export type Fault = 'request-lost' | 'answer-lost' | 'answer-cut' | 'answer-late' | 'request-twice'

/** A fault that waits for the next exchange that it is meant for, or meets each one for a while. */
export interface Trap {
  fault: Fault
  /** Of the path or the host: what of the address has to be there. */
  where: string
  /** Left out: of any method. */
  method?: string
  from?: string
  /** Until when each exchange is met, in milliseconds of the world's time; left out: only one is. */
  until?: number
}

/** How long a message takes, typically, in milliseconds. */
const typical = 2
const lateBy = 90_000

/** The network: exchanges between processes and hosts, with what befalls them. */
export class Network {
  readonly #world: World
  readonly #hosts = new Map<string, Host>()
  readonly #traps: Trap[] = []
  /** Called with each fault that has met an exchange. */
  onFault: (fault: Fault, message: Message, from: SimulatedProcess) => void = () => undefined

  constructor(world: World) {
    this.#world = world
  }

  listen(address: string, host: Host): void {
    this.#hosts.set(address, host)
    host.process?.onGone(() => {
      if (this.#hosts.get(address) === host) this.#hosts.delete(address)
    })
  }

  close(address: string): void {
    this.#hosts.delete(address)
  }

  /** Who listens there. */
  at(address: string): Host | undefined {
    return this.#hosts.get(address)
  }

  isTaken(address: string): boolean {
    return this.#hosts.has(address)
  }

  set(trap: Trap): void {
    this.#traps.push(trap)
  }

  /** Takes away what has met no exchange. */
  clearTraps(): void {
    this.#traps.length = 0
  }

  /** `fetch` for the process whose code runs. */
  fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const from = currentProcess()
    if (from === undefined) throw new Error('only a process has a network')
    const headers = Object.fromEntries(new Headers(init.headers))
    const message: Message = {
      method: (init.method ?? 'GET').toUpperCase(),
      url: new URL(url),
      headers,
      body: bytesOf(init.body ?? null),
    }
    return new Promise((resolve, reject) => {
      const signal = init.signal ?? undefined
      const aborted = (): void => {
        reject(signal?.reason as Error)
      }
      if (signal?.aborted === true) {
        aborted()
        return
      }
      signal?.addEventListener('abort', aborted, { once: true })
      const settle = (run: () => void): void => {
        signal?.removeEventListener('abort', aborted)
        run()
      }
      this.#send(message, from, {
        answered: (reply, cut) => {
          settle(() => {
            resolve(responseOf(reply, cut))
          })
        },
        failed: (code) => {
          settle(() => {
            reject(failureOf(code))
          })
        },
      })
    })
  }

  #send(
    message: Message,
    from: SimulatedProcess,
    to: { answered: (reply: Reply, cut: number | undefined) => void; failed: (code: string) => void },
  ): void {
    const world = this.#world
    const trap = this.#trapFor(message, from)
    const label = `${message.method} ${message.url.host}${message.url.pathname}`
    if (trap !== undefined)
      world.after(0, undefined, `network ${trap.fault}`, () => {
        this.onFault(trap.fault, message, from)
      })
    const back = (delay: number, what: string, run: () => void): void => {
      world.after(delay, from, `${what} ${label}`, run)
    }
    if (trap?.fault === 'request-lost') {
      back(world.latency(typical), 'reset', () => {
        to.failed('ECONNRESET')
      })
      return
    }
    const deliver = (hear: boolean): void => {
      world.after(world.latency(typical), undefined, `arrive ${label}`, () => {
        const host = this.#hosts.get(message.url.host)
        if (host === undefined) {
          if (hear)
            back(world.latency(typical), 'refused', () => {
              to.failed('ECONNREFUSED')
            })
          return
        }
        let over = false
        const heard = (run: () => void): void => {
          if (over || !hear) return
          over = true
          run()
        }
        host.process?.onGone(() => {
          heard(() => {
            back(world.latency(typical), 'reset', () => {
              to.failed('ECONNRESET')
            })
          })
        })
        const answered = (reply: Reply): void => {
          heard(() => {
            if (trap?.fault === 'answer-lost') {
              back(world.latency(typical), 'reset', () => {
                to.failed('ECONNRESET')
              })
              return
            }
            const delay = world.latency(typical) + (trap?.fault === 'answer-late' ? lateBy : 0)
            const cut = trap?.fault === 'answer-cut' ? Math.max(0, reply.body.length - 1) : undefined
            back(delay, String(reply.status), () => {
              to.answered(reply, cut)
            })
          })
        }
        host.answer(message, from).then(answered, () => {
          heard(() => {
            back(world.latency(typical), 'reset', () => {
              to.failed('ECONNRESET')
            })
          })
        })
      })
    }
    deliver(true)
    if (trap?.fault === 'request-twice') deliver(false)
  }

  #trapFor(message: Message, from: SimulatedProcess): Trap | undefined {
    const { now } = this.#world
    const index = this.#traps.findIndex(
      ({ method = message.method, where, from: who, until = Infinity }) =>
        now < until &&
        method === message.method &&
        `${message.url.host}${message.url.pathname}`.includes(where) &&
        (who === undefined || from.name === who),
    )
    const trap = this.#traps[index]
    if (trap !== undefined && trap.until === undefined) this.#traps.splice(index, 1)
    return trap
  }
}

function bytesOf(body: NonNullable<RequestInit['body']> | null): Uint8Array {
  if (body === null) return new Uint8Array()
  if (typeof body === 'string') return Buffer.from(body)
  if (body instanceof Uint8Array) return body
  throw new Error(`the simulated network carries no body of ${Object.prototype.toString.call(body)}`)
}

const withoutBody = new Set([204, 205, 304])

function responseOf({ status, headers, body }: Reply, cut: number | undefined): Response {
  const stream =
    cut === undefined
      ? body
      : new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(body.subarray(0, cut))
          },
          pull(controller) {
            controller.error(Object.assign(new TypeError('terminated'), { cause: failureCause('UND_ERR_SOCKET') }))
          },
        })
  return new Response(withoutBody.has(status) ? null : (stream as BodyInit), { status, headers })
}

function failureCause(code: string): Error {
  return Object.assign(new Error(`simulated ${code}`), { code, syscall: code === 'ECONNREFUSED' ? 'connect' : 'read' })
}

/** What Node's `fetch` rejects with. */
function failureOf(code: string): Error {
  return new TypeError('fetch failed', { cause: failureCause(code) })
}
