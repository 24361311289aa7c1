import net from 'node:net'
import { setTimeout as realDelay } from 'node:timers/promises'
import type pg from 'pg'
import type { SimulatedProcess } from './machine.js'
import { askForEnded, endOthers, endsIn, firstMessage, nameInWorld, setTime } from './postgres-messages.js'
import type { World } from './world.js'

/** What a connection of a process is told. */
export interface SessionEvents {
  connected: () => void
  answered: (bytes: Buffer) => void
  broken: (code: string) => void
}

/** What may befall one exchange with the database: it never arrives, its answer is lost, or nothing ever comes back. */
export type PostgresFault = 'request-lost' | 'answer-lost' | 'no-answer'

interface Trap {
  fault: PostgresFault
  /** Of whom. */
  machine: string
  /** How many exchanges come before it. */
  after: number
}

/** A process that stands still with the answer to a statement on its way to it. */
interface Pause {
  machine: string
  /** As the store names it, such as `queue.claim`. */
  statement: string
  /** In milliseconds. */
  time: number
}

/** Something that the server has been asked and has not answered. */
type Owed = 'time' | 'answer' | 'ended'

/** How long a message to or from the server takes, typically, in milliseconds. */
const typical = 0.3
/** How long an answer is waited for before the server is asked whether a lock is, in real milliseconds; above `deadlock_timeout`. */
const lockPatience = 8

/**
 * A real PostgreSQL server in the world. A message to it is a step of the world: the step ends when the server has answered or waits for
 * a lock, which another connection of the world holds. So what runs in the server at a time follows from the seed. Its time is the
 * world's: `now()` and `clock_timestamp()` of its schema `public` stand before its own.
 */
export class PostgresHost {
  readonly world: World
  readonly #admin: pg.Client
  readonly #url: URL
  readonly #sessions = new Set<Session>()
  readonly #blocked = new Set<Session>()
  readonly #traps: Trap[] = []
  readonly #pauses: Pause[] = []
  #downUntil = 0
  #standby = false
  #ended = ''
  #mayHaveChanged = true
  /** Called when something may have been committed, once the server is at rest. */
  afterCommit: () => Promise<void> = () => Promise.resolve()

  constructor(world: World, { admin, url }: { admin: pg.Client; url: URL }) {
    this.world = world
    this.#admin = admin
    this.#url = url
  }

  /** Its address for services, which is the same in every run: a session knows where the server really is. */
  get databaseUrl(): string {
    return `postgres://postgres@10.0.0.2:5432/${nameInWorld}?options=-csearch_path%3Dpublic%2Cpg_catalog`
  }

  /** What its database is really called. */
  get database(): string {
    return this.#url.pathname.slice(1)
  }

  get port(): number {
    return Number(this.#url.port)
  }

  /** The time of day by the server's clock, in milliseconds since the Unix epoch. */
  get date(): number {
    return this.world.machine('database').date
  }

  get isDown(): boolean {
    return this.world.now < this.#downUntil
  }

  /** A query of the simulation itself, beside all connections of the world. */
  async query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#admin.query<Record<string, unknown>>(text, values)).rows
  }

  connect(process: SimulatedProcess, events: SessionEvents): Session {
    const session = new Session(this, process, events)
    this.#sessions.add(session)
    return session
  }

  /** Something befalls a coming exchange of a machine. */
  set(trap: Trap): void {
    this.#traps.push(trap)
  }

  /** The next time a machine asks for a statement, its process stands still for a while, before the answer has reached it. */
  pause(pause: Pause): void {
    this.#pauses.push(pause)
  }

  /** Has the process stand still where that is due. */
  pauseAt(process: SimulatedProcess, bytes: Buffer): void {
    const index = this.#pauses.findIndex(
      ({ machine, statement }) => machine === process.machine.name && bytes.includes(`${statement}\0`),
    )
    const [pause] = index < 0 ? [] : this.#pauses.splice(index, 1)
    if (pause === undefined) return
    this.world.trace.step(this.world.now, process.title, `stands still in ${pause.statement}`)
    process.freeze()
    this.world.after(pause.time, undefined, 'thaw', () => {
      process.thaw()
    })
  }

  clearTraps(): void {
    this.#traps.length = 0
    this.#pauses.length = 0
    this.#downUntil = 0
  }

  /** What befalls this exchange of a machine. */
  trapFor(machine: string): PostgresFault | undefined {
    const index = this.#traps.findIndex((trap) => trap.machine === machine)
    const trap = this.#traps[index]
    if (trap === undefined) return undefined
    if (trap.after > 0) {
      trap.after -= 1
      return undefined
    }
    this.#traps.splice(index, 1)
    return trap.fault
  }

  /** Takes away what worlds before this one have left. */
  async empty(): Promise<void> {
    await this.#admin.query(`TRUNCATE ${(await this.#tables()).join(', ')} RESTART IDENTITY CASCADE`)
  }

  /** Ends all connections and takes none for a while. */
  async fail(time: number): Promise<void> {
    this.#downUntil = this.world.now + time
    for (const session of [...this.#sessions]) await session.cut()
  }

  /** Ends what the world has begun in the server, when the world ends. */
  async close(): Promise<void> {
    this.afterCommit = () => Promise.resolve()
    for (const session of [...this.#sessions]) await session.end()
    await this.query(endOthers)
  }

  /** What the standby has: everything that is committed now. */
  async copyToStandby(): Promise<void> {
    this.#standby = true
    await this.#admin.query('DROP SCHEMA IF EXISTS standby CASCADE; CREATE SCHEMA standby')
    for (const table of await this.#tables()) await this.#admin.query(`CREATE TABLE standby.${table} AS TABLE ${table}`)
  }

  /** The standby takes the place of the server, which is gone: what was committed since the copy is lost. */
  async promoteStandby(): Promise<void> {
    if (!this.#standby) throw new Error('there is no standby')
    for (const session of [...this.#sessions]) await session.cut()
    const tables = await this.#tables()
    const copies = tables.map((table) => `INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE standby.${table}`)
    await this.#admin.query(
      ['SET session_replication_role = replica', ...tables.map((table) => `DELETE FROM ${table}`)]
        .concat(copies, 'SET session_replication_role = origin')
        .join(';'),
    )
    await this.afterCommit()
  }

  /** The server has told which transactions have ended. */
  sawEnded(snapshot: string): void {
    this.#mayHaveChanged ||= snapshot !== this.#ended
    this.#ended = snapshot
  }

  /** What waited for a lock goes on where that is free now. */
  async settle(): Promise<void> {
    for (let again = true; again;) {
      again = false
      for (const session of this.#blocked) {
        if (await this.waitsForLock(session)) continue
        this.#blocked.delete(session)
        again = true
        if (!(await session.finish())) this.#blocked.add(session)
      }
    }
    if (!this.#mayHaveChanged) return
    this.#mayHaveChanged = false
    await this.afterCommit()
  }

  /** It waits for a lock: others come first. */
  block(session: Session): void {
    this.#blocked.add(session)
  }

  forget(session: Session): void {
    this.#sessions.delete(session)
    this.#blocked.delete(session)
  }

  async waitsForLock({ backend }: Session): Promise<boolean> {
    return (await this.query('SELECT FROM pg_locks WHERE pid = $1 AND NOT granted', [backend])).length > 0
  }

  /** Resolves once the server has ended what this connection had begun. */
  async untilGone({ backend }: Session): Promise<void> {
    if (backend === undefined) return
    await this.query('SELECT pg_terminate_backend($1, 60000)', [backend])
  }

  /** Rows refer to others: those tables come in no order, since the triggers are off. */
  async #tables(): Promise<string[]> {
    const rows = await this.query(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version' ORDER BY 1`,
    )
    return rows.map(({ name }) => String(name))
  }
}

/** A connection to the server. */
export class Session {
  readonly #host: PostgresHost
  readonly #process: SimulatedProcess
  readonly #events: SessionEvents
  /** The server's number of it. */
  backend: number | undefined
  #socket: net.Socket | undefined
  #received = Buffer.alloc(0)
  /** Frames that the process is to be given. */
  #answer: Buffer[] = []
  /** What the server owes, in its order: answers for the process, and what only the simulation asked for. */
  #owed: Owed[] = []
  #inTransaction = false
  #begun = false
  #closed = false
  #lastAt = 0
  #wake: () => void = () => undefined

  constructor(host: PostgresHost, process: SimulatedProcess, events: SessionEvents) {
    this.#host = host
    this.#process = process
    this.#events = events
    process.onGone(() => {
      this.close()
    })
    this.#toServer('connects', () => this.#open())
  }

  /** Whole messages of the protocol. */
  send(bytes: Buffer): void {
    if (this.#closed) return
    this.#toServer('asks', () => this.#exchange(bytes))
  }

  /** The process has let go of it. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#toServer('closes', () => this.end())
  }

  /** The connection breaks. */
  async cut(code = 'ECONNRESET'): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.end()
    this.#toProcess('breaks', () => {
      this.#events.broken(code)
    })
  }

  /** Ends it at the server, which undoes what it had begun and not committed. */
  async end(): Promise<void> {
    this.#socket?.destroy()
    this.#owed = []
    this.#wake()
    await this.#host.untilGone(this)
    this.#host.forget(this)
    await this.#host.settle()
  }

  async #open(): Promise<void> {
    if (this.#host.isDown) return this.cut('ECONNREFUSED')
    const socket = net.connect(this.#host.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      this.#receive(chunk)
    })
    socket.on('close', () => {
      this.#owed = []
      this.#wake()
    })
    await new Promise((resolve) => socket.once('connect', resolve))
    this.#socket = socket
    this.#toProcess('is connected', () => {
      this.#events.connected()
    })
  }

  async #exchange(bytes: Buffer): Promise<void> {
    if (this.#socket === undefined || this.#socket.destroyed) return
    const starts = !this.#begun
    this.#begun = true
    const asked = starts ? 1 : endsIn(bytes)
    if (asked === 0) {
      // It says goodbye; the end of the connection follows.
      this.#socket.write(bytes)
      return
    }
    this.#host.pauseAt(this.#process, bytes)
    const fault = starts ? undefined : this.#host.trapFor(this.#process.machine.name)
    if (fault !== undefined) this.#host.world.trace.step(this.#host.world.now, 'database', fault)
    if (fault === 'request-lost') return this.cut()
    const answers = Array.from({ length: asked }, (): Owed => 'answer')
    // One message, so that what is asked beside it costs no more turns of the server.
    if (starts) {
      this.#owed.push(...answers)
      this.#socket.write(firstMessage(bytes, this.#host.database))
    } else {
      this.#owed.push('time', ...answers, 'ended')
      this.#socket.write(Buffer.concat([setTime(this.#host.date, this.#inTransaction), bytes, askForEnded]))
    }
    if (!(await this.finish(fault !== undefined))) this.#host.block(this)
    await this.#host.settle()
    if (fault === 'answer-lost') await this.cut()
  }

  /** Resolves to true once the server has answered everything, and the answer is on its way; to false while it waits for a lock. */
  async finish(lost = false): Promise<boolean> {
    const answered = new Promise<boolean>((resolve) => {
      this.#wake = () => {
        if (this.#owed.length === 0) resolve(true)
      }
      this.#wake()
    })
    while (!(await Promise.race([answered, realDelay(lockPatience, false)])))
      if (await this.#host.waitsForLock(this)) return false
    const bytes = Buffer.concat(this.#answer.splice(0))
    if (lost || bytes.length === 0) return true
    this.#toProcess('is answered', () => {
      this.#events.answered(bytes)
    })
    return true
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    let from = 0
    while (this.#received.length >= from + 5) {
      const end = from + 1 + this.#received.readInt32BE(from + 1)
      if (this.#received.length < end) break
      const frame = this.#received.subarray(from, end)
      const type = String.fromCharCode(frame[0] ?? 0)
      if (type === 'K') this.backend = frame.readInt32BE(5)
      const [owed = 'answer'] = this.#owed
      if (owed === 'answer') this.#answer.push(Buffer.from(frame))
      // The value of the only column is the rest of its row.
      if (owed === 'ended' && type === 'D') this.#host.sawEnded(frame.toString('latin1', 11))
      if (type === 'Z') {
        this.#inTransaction = frame[5] !== 0x49
        this.#owed.shift()
      }
      from = end
    }
    this.#received = this.#received.subarray(from)
    this.#wake()
  }

  #toServer(what: string, run: () => Promise<void>): void {
    this.#host.world.after(this.#delay(), undefined, `${this.#process.title} ${what} database`, run)
  }

  #toProcess(what: string, run: () => void): void {
    this.#host.world.after(this.#delay(), this.#process, `database ${what}`, run)
  }

  /** Nothing on a connection overtakes what came before. */
  #delay(): number {
    const { world } = this.#host
    this.#lastAt = Math.max(this.#lastAt, world.now + world.latency(typical))
    return this.#lastAt - world.now
  }
}
