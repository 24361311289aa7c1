import type { TaskEvent } from '@model-tasks/client'
import { ApiError } from '@model-tasks/client'
import { isKeyRefused, KeyNotAccepted, Unreachable } from '../ask.js'
import type { Service } from '../service.js'

/** Streams that are open at once in this process, and those of one user. */
export const maxStreams = 4_000
export const maxStreamsPerUser = 10

/** Who hears the ends of all tasks, and has to choose those of its user. */
export interface EventListener {
  onEvent(event: TaskEvent): void
  /** No further event comes. */
  onOver(): void
}

/** One connection to the service, and who listens to it. */
interface Connection {
  listeners: Set<EventListener>
  stop: AbortController
  /** Resolves once no event is missed. Rejects where there is none. */
  ready: Promise<void>
}

/**
 * The streams of the users of a proxy: all listen to one stream of the service, which is open while there are any, so that the service
 * counts one. In Cloudflare's runtime each has its own, since no request may use the connection of another there.
 */
export class EventStreams {
  readonly #service: Pick<Service, 'events'>
  readonly #isShared: boolean
  readonly #perUser = new Map<string, number>()
  #open = 0
  #shared: Connection | undefined

  constructor(service: Pick<Service, 'events'>) {
    this.#service = service
    const { navigator } = globalThis as { navigator?: { userAgent?: string } }
    this.#isShared = navigator?.userAgent !== 'Cloudflare-Workers'
  }

  /** A place for one more stream of a user; undefined where too many are open. It is given back by the function that is returned. */
  place(user: string): (() => void) | undefined {
    const ofUser = this.#perUser.get(user) ?? 0
    if (this.#open >= maxStreams || ofUser >= maxStreamsPerUser) return undefined
    this.#open++
    this.#perUser.set(user, ofUser + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#open--
      const left = (this.#perUser.get(user) ?? 1) - 1
      if (left === 0) this.#perUser.delete(user)
      else this.#perUser.set(user, left)
    }
  }

  /**
   * Listens until the function that is returned is called. Throws `Unreachable`, `KeyNotAccepted`, or an ApiError, where the service does
   * not stream.
   */
  async listen(listener: EventListener): Promise<() => void> {
    const connection = (this.#isShared ? this.#shared : undefined) ?? this.#connect()
    connection.listeners.add(listener)
    const leave = (): void => {
      connection.listeners.delete(listener)
      if (connection.listeners.size === 0) this.#end(connection)
    }
    await connection.ready.catch((error: unknown) => {
      leave()
      throw error
    })
    return leave
  }

  #connect(): Connection {
    const stop = new AbortController()
    const listeners = new Set<EventListener>()
    const ready = new Promise<void>((resolve, reject) => {
      void (async () => {
        try {
          for await (const event of this.#service.events(resolve, stop.signal))
            for (const listener of [...listeners]) listener.onEvent(event)
        } catch (error) {
          reject(reasonOf(error))
        }
        this.#end(connection)
      })()
    })
    const connection = { listeners, stop, ready }
    if (this.#isShared) this.#shared = connection
    return connection
  }

  #end(connection: Connection): void {
    if (this.#shared === connection) this.#shared = undefined
    connection.stop.abort()
    for (const listener of [...connection.listeners]) listener.onOver()
  }
}

function reasonOf(error: unknown): Error {
  if (!(error instanceof ApiError)) return new Unreachable('no answer', { cause: error })
  return isKeyRefused(error) ? new KeyNotAccepted('the service does not accept the key') : error
}
