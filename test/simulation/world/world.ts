import { AsyncLocalStorage } from 'node:async_hooks'
import { Agenda, type Due } from './agenda.js'
import { Durability } from './durability.js'
import { Machine, SimulatedProcess } from './machine.js'
import { Network } from './network.js'
import { randomOf, type Random } from './random.js'
import type { PostgresHost } from './postgres-host.js'
import type { Trace } from './trace.js'

interface Step extends Due {
  readonly owner: SimulatedProcess | undefined
  readonly label: string
}

/** A handle of something that was put on the agenda. */
export interface Scheduled {
  cancel(): void
}

/** The functions of this runtime, kept from before any of them is replaced. */
const realImmediate = setImmediate

/** Whose code runs now. It follows every promise, so that the process that asks for the time, a file or a connection is known. */
export const running = new AsyncLocalStorage<SimulatedProcess>()

/** The simulated process whose code runs now; undefined for the simulation itself. */
export function currentProcess(): SimulatedProcess | undefined {
  return running.getStore()
}

/** When the world begins, in milliseconds since the Unix epoch. */
export const beginning = Date.UTC(2030, 0, 1, 12)

/**
 * A world with its own time, machines, processes and network. It does one thing at a time: takes what is due first, lets the
 * process it belongs to run until all of its code waits for something, and only then goes on. What runs when follows from
 * the seed alone.
 */
export class World {
  readonly machines = new Map<string, Machine>()
  readonly network: Network
  readonly trace: Trace
  /** The PostgreSQL server of this world; undefined where its services keep files of their own. */
  postgres: PostgresHost | undefined
  readonly #seed: string
  readonly #agenda = new Agenda<Step>()
  readonly #latency: Random
  #order = 0
  #now = 0
  #steps = 0
  #pids = 1000
  readonly #seen = new Map<number, number>()
  #taken: SimulatedProcess | undefined
  /** What no code of a process has handled, which has ended it. */
  readonly crashes: { process: SimulatedProcess; error: unknown }[] = []
  /** Called after each step with the process that ran; undefined: what ran belongs to the world. */
  afterStep: (owner: SimulatedProcess | undefined) => void = () => undefined

  constructor(seed: string, root: string, trace: Trace) {
    this.#seed = seed
    this.trace = trace
    this.#latency = randomOf(`${seed} latency`)
    this.network = new Network(this)
    this.root = root
  }

  /** What of the disks is durable. */
  readonly durability = new Durability(() => this.#now)

  /** The real folder in which the disks of the machines are. */
  readonly root: string

  /** Milliseconds since the world began. */
  get now(): number {
    return this.#now
  }

  /** How many things have happened. */
  get steps(): number {
    return this.#steps
  }

  random(name: string): Random {
    return randomOf(`${this.#seed} ${name}`)
  }

  /** The time of a file: when it was first looked at, which is close to when it was made. */
  firstSeen(inode: number, date: number): number {
    const seen = this.#seen.get(inode) ?? date
    this.#seen.set(inode, seen)
    return seen
  }

  machine(name: string): Machine {
    let machine = this.machines.get(name)
    if (machine === undefined) {
      machine = new Machine(name, this)
      this.machines.set(name, machine)
    }
    return machine
  }

  /** Starts a process, whose code is `main`. It ends when that settles; what it left on the agenda goes with it. */
  start(name: string, machine: Machine, main: () => Promise<void>): SimulatedProcess {
    const process = new SimulatedProcess(name, machine, this.#pids++, this)
    machine.processes.add(process)
    this.after(0, process, 'start', () => {
      main().then(
        () => {
          process.end('ended')
        },
        (error: unknown) => {
          process.failure = error
          process.end(`ended with ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`)
        },
      )
    })
    return process
  }

  /**
   * Puts something on the agenda, `delay` milliseconds from now, in the name of a process: it does not happen once that is gone, and
   * waits while that is frozen. What takes real time, such as a real server's answer, takes none of the world's.
   */
  after(delay: number, owner: SimulatedProcess | undefined, label: string, run: () => void | Promise<void>): Scheduled {
    // Timers of the runtime have whole milliseconds at least; a microsecond is the shortest here.
    const step: Step = {
      at: this.#now + Math.max(0, Math.round(delay * 1000) / 1000),
      order: this.#order++,
      owner,
      label,
      run,
      cancelled: false,
    }
    this.#agenda.add(step)
    return {
      cancel() {
        step.cancelled = true
      },
    }
  }

  /** An error that nothing handles ends the process whose code runs, as the runtime would. */
  crash(error: unknown): void {
    // What the simulation itself does wrong is not of its world.
    if (this.#taken === undefined) throw error
    this.crashes.push({ process: this.#taken, error })
    this.#taken.end('crashed')
  }

  /** Lets time pass in which nothing happens: what was due comes after it. */
  skip(time: number): void {
    this.#now += time
  }

  /** How long a piece of work takes, in milliseconds: mostly little, now and then long, so that what runs beside it comes first. */
  latency(typical: number): number {
    const draw = this.#latency.next()
    return typical * (draw < 0.9 ? 0.2 + draw : draw < 0.99 ? 5 : 40)
  }

  /** Lets the current process wait for a piece of work, which is done in one go when its time has come. */
  work<T>(label: string, typical: number, run: () => T): Promise<T> {
    const owner = currentProcess()
    return new Promise((resolve, reject) => {
      this.after(this.latency(typical), owner, label, () => {
        try {
          resolve(run())
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    })
  }

  /** Runs until nothing is left, `until` says so, or the time has come. */
  async run(until: () => boolean, deadline = Infinity): Promise<void> {
    for (;;) {
      if (until()) return
      const step = this.#agenda.first
      if (step === undefined || step.at > deadline) {
        if (deadline !== Infinity) this.#now = Math.max(this.#now, deadline)
        return
      }
      this.#agenda.take()
      if (step.cancelled) continue
      await this.#take(step)
    }
  }

  async #take(step: Step): Promise<void> {
    const { owner, label, at } = step
    if (owner !== undefined) {
      if (owner.gone) return
      if (owner.frozen) {
        owner.held.push(() => {
          this.after(0, owner, label, step.run)
        })
        return
      }
    }
    this.#now = Math.max(this.#now, at)
    this.#steps += 1
    this.#taken = owner
    this.trace.step(this.#now, owner?.title ?? 'world', label)
    if (owner === undefined) await step.run()
    else running.run(owner, () => void step.run())
    // All microtasks come before this: the code that was woken has run until it waits for the world.
    await new Promise<void>((resolve) => realImmediate(resolve))
    this.afterStep(owner)
  }
}
