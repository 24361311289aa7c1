import { Duplex } from 'node:stream'
import pg from 'pg'
import type { SimulatedProcess } from './machine.js'
import type { Session } from './postgres-host.js'
import { currentProcess } from './world.js'

/**
 * Stands in the place of the package `pg`: its own code, whose connections go over the network of the world. Code that no
 * simulated process runs has the package as it is.
 */
export class Pool extends pg.Pool {
  constructor(config: pg.PoolConfig = {}) {
    const process = currentProcess()
    super(process === undefined ? config : { ...config, stream: () => new PostgresSocket(process) })
  }
}

export class Client extends pg.Client {
  constructor(config: pg.ClientConfig | string = {}) {
    const process = currentProcess()
    if (process === undefined) super(config)
    else
      super({
        ...(typeof config === 'string' ? { connectionString: config } : config),
        stream: () => new PostgresSocket(process),
      })
  }
}

export default { ...pg, Pool, Client }

/** A connection of a simulated process to the server of its world. */
class PostgresSocket extends Duplex {
  readonly #process: SimulatedProcess
  #session: Session | undefined
  #waiting: Buffer[] = []

  constructor(process: SimulatedProcess) {
    super()
    this.#process = process
  }

  connect(): this {
    const { postgres } = this.#process.world
    if (postgres === undefined) throw new Error('this world has no PostgreSQL')
    this.#session = postgres.connect(this.#process, {
      connected: () => this.emit('connect'),
      answered: (bytes) => this.push(bytes),
      broken: (code) => {
        this.destroy(Object.assign(new Error(code), { code }))
      },
    })
    return this
  }

  override _read(): void {
    // What the server answers is given as it comes.
  }

  /** What one piece of code sends, up to where it waits, is one message. */
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#waiting.push(chunk)
    if (this.#waiting.length === 1)
      queueMicrotask(() => {
        this.#session?.send(Buffer.concat(this.#waiting.splice(0)))
      })
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#session?.close()
    done(error)
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}
