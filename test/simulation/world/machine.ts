import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beginning, type World } from './world.js'
import type { Random } from './random.js'

/** A machine: a clock that can be wrong, a disk that can be full, and the processes on it. */
export class Machine {
  readonly name: string
  /** What it says that it is called: containers of one image may say the same. */
  hostname: string
  readonly processes = new Set<SimulatedProcess>()
  /** How far its clock is from the world's time, in milliseconds. */
  clockOffset = 0
  diskFull = false
  /** How often it was started. */
  boots = 1
  readonly #world: World

  constructor(name: string, world: World) {
    this.name = name
    this.hostname = name
    this.#world = world
    mkdirSync(join(world.root, name), { recursive: true })
  }

  /** The time of day by its clock, in milliseconds since the Unix epoch. */
  get date(): number {
    return beginning + this.#world.now + this.clockOffset
  }

  /** Its folder, as processes name it. */
  path(...parts: string[]): string {
    return ['/sim', this.name, ...parts].join('/')
  }

  process(pid: number): SimulatedProcess | undefined {
    for (const process of this.processes) if (process.pid === pid && !process.gone) return process
    return undefined
  }
}

/** A process: it can be killed and frozen wherever its code waits. */
export class SimulatedProcess {
  readonly random: Random
  readonly startedAt: number
  /** What waits for it to be continued. */
  readonly held: (() => void)[] = []
  failure: unknown
  #gone: string | undefined
  #frozen = false
  readonly #onGone: (() => void)[] = []
  readonly title: string

  constructor(
    readonly name: string,
    readonly machine: Machine,
    readonly pid: number,
    readonly world: World,
  ) {
    this.title = `${name}#${pid}`
    this.random = world.random(`process ${this.title}`)
    this.startedAt = world.now
  }

  /** Why it is no more; undefined while it runs. */
  get gone(): string | undefined {
    return this.#gone
  }

  get frozen(): boolean {
    return this.#frozen
  }

  /** Nothing of it runs any more. */
  end(why: string): void {
    if (this.#gone !== undefined) return
    this.#gone = why
    this.machine.processes.delete(this)
    for (const run of this.#onGone.splice(0)) run()
  }

  /** What has to follow from its end, such as that its locks are free. */
  onGone(run: () => void): void {
    this.#onGone.push(run)
  }

  freeze(): void {
    this.#frozen = true
  }

  thaw(): void {
    this.#frozen = false
    for (const run of this.held.splice(0)) run()
  }
}
