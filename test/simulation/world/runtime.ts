import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import timers from 'node:timers/promises'
import type { Server } from 'node:http'
import { diskReplacements } from './disk.js'
import { listenSimulated } from './http-server.js'
import type { SimulatedProcess } from './machine.js'
import { randomOf, type Random } from './random.js'
import { DatabaseSync } from './sqlite.js'
import { currentProcess, type Scheduled } from './world.js'

/**
 * Puts the simulated world in the place of what this runtime gives: time, randomness, files, connections, other processes. Code of
 * a simulated process gets the world's; all other code gets what it got before. Nothing that the product does by a way of its own
 * around its ports escapes, so that a run follows from its seed alone.
 */
export function installRuntime(): void {
  if (installed) return
  installed = true
  loading = undefined
  replaceTime()
  replaceDisk()
  replaceNetwork()
  replaceProcesses()
  syncBuiltinESMExports()
}

/** A map whose entries are those of the process that asks: see `ofProcess` of `bundle.mjs`. */
class MapOfProcess<Key, Value> {
  readonly #maps = new WeakMap<object, Map<Key, Value>>()

  get #own(): Map<Key, Value> {
    const process = currentProcess() ?? this
    const known = this.#maps.get(process) ?? new Map<Key, Value>()
    this.#maps.set(process, known)
    return known
  }

  get(key: Key): Value | undefined {
    return this.#own.get(key)
  }

  set(key: Key, value: Value): void {
    this.#own.set(key, value)
  }

  delete(key: Key): boolean {
    return this.#own.delete(key)
  }
}

let installed = false
/** What modules draw while they load, which no process does; undefined afterwards. */
let loading: Random | undefined = randomOf('modules that load')

// Before the modules of the packages, since the entries of the bundle import this one first.
Object.assign(globalThis, { MapOfProcess })
replaceRandomness()
syncBuiltinESMExports()

const originalModule = process.getBuiltinModule.bind(process)

type Run = (...args: unknown[]) => unknown

/** Replaces a member of an object: `simulated` for code of a simulated process, what was there for all other. */
function replace(
  owner: object,
  name: string,
  simulated: (process: SimulatedProcess, args: unknown[]) => unknown,
): void {
  replaceFor(owner, name, currentProcess, simulated)
}

/** Replaces a member of an object: `simulated` where `find` finds what it needs, what was there elsewhere. */
function replaceFor<Needed>(
  owner: object,
  name: string,
  find: () => Needed | undefined,
  simulated: (needed: Needed, args: unknown[]) => unknown,
): void {
  const before: unknown = Reflect.get(owner, name)
  if (typeof before !== 'function') return
  const replacement = function (this: unknown, ...args: unknown[]): unknown {
    const needed = find()
    return needed === undefined ? Reflect.apply(before, this, args) : simulated.call(this, needed, args)
  }
  // Members such as `setTimeout[Symbol(util.promisify.custom)]`, and constructors that are called by their own name.
  for (const key of Reflect.ownKeys(before))
    if (typeof key === 'symbol')
      Object.defineProperty(replacement, key, Object.getOwnPropertyDescriptor(before, key) ?? {})
  Object.defineProperty(owner, name, { value: replacement, configurable: true, writable: true, enumerable: true })
}

/** What `setTimeout` gives. */
class Timer {
  scheduled: Scheduled | undefined

  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  refresh(): this {
    return this
  }
  close(): this {
    this.scheduled?.cancel()
    return this
  }
  [Symbol.toPrimitive](): number {
    return 0
  }
}

function cancel(timer: unknown): void {
  if (timer instanceof Timer) timer.close()
}

function replaceTime(): void {
  const RealDate = Date
  class SimulatedDate extends RealDate {
    constructor(...given: ConstructorParameters<typeof RealDate>) {
      // Without an argument it is the time of the machine on which the code runs.
      if ((given as unknown[]).length === 0) super(SimulatedDate.now())
      else super(...given)
    }

    static override now(): number {
      const process = currentProcess()
      return process === undefined ? RealDate.now() : Math.floor(process.machine.date)
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return Function.prototype[Symbol.hasInstance].call(RealDate, value)
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor
  replace(performance, 'now', ({ world, startedAt }) => world.now - startedAt)
  const after = (process: SimulatedProcess, delay: unknown, label: string, run: Run, args: unknown[]): Timer => {
    const timer = new Timer()
    timer.scheduled = process.world.after(Math.max(1, Number(delay) || 1), process, label, () => {
      run(...args)
    })
    return timer
  }
  replace(globalThis, 'setTimeout', (process, [run, delay, ...args]) =>
    after(process, delay, 'timer', run as Run, args),
  )
  replace(globalThis, 'setInterval', (process, [run, delay, ...args]) => {
    const timer = new Timer()
    const again = (): void => {
      timer.scheduled = process.world.after(Math.max(1, Number(delay) || 1), process, 'interval', () => {
        again()
        ;(run as Run)(...args)
      })
    }
    again()
    return timer
  })
  replace(globalThis, 'setImmediate', (process, [run, ...args]) => {
    const timer = new Timer()
    timer.scheduled = process.world.after(0, process, 'immediate', () => {
      ;(run as Run)(...args)
    })
    return timer
  })
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate'])
    replace(globalThis, name, (_, [timer]) => {
      cancel(timer)
    })
  replace(
    timers,
    'setTimeout',
    (process, [delay, value]) =>
      new Promise((resolve) => {
        after(
          process,
          delay,
          'timer',
          () => {
            resolve(value)
          },
          [],
        )
      }),
  )
  replace(
    timers,
    'setImmediate',
    (process, [value]) =>
      new Promise((resolve) => {
        process.world.after(0, process, 'immediate', () => {
          resolve(value)
        })
      }),
  )
}

/** Replaces a function that draws: for code of a simulated process, and for modules that load. */
function replaceDrawn(owner: object, name: string, draw: (random: Random, args: unknown[]) => unknown): void {
  replaceFor(owner, name, () => currentProcess()?.random ?? loading, draw)
}

function replaceRandomness(): void {
  replaceDrawn(Math, 'random', (random) => random.next())
  replaceDrawn(crypto, 'randomBytes', (random, [size]) => {
    const bytes = Buffer.alloc(Number(size))
    random.bytes(bytes)
    return bytes
  })
  replaceDrawn(crypto, 'randomFillSync', (random, [into]) => {
    random.bytes(into as Uint8Array)
    return into
  })
  replaceDrawn(crypto, 'randomUUID', (random) => uuid(random))
  replaceDrawn(crypto, 'randomInt', (random, [low, high]) =>
    high === undefined ? random.below(Number(low)) : Number(low) + random.below(Number(high) - Number(low)),
  )
  const web = Object.getPrototypeOf(globalThis.crypto) as object
  replaceDrawn(web, 'getRandomValues', (random, [into]) => {
    const { buffer, byteOffset, byteLength } = into as ArrayBufferView
    random.bytes(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength))
    return into
  })
  replaceDrawn(web, 'randomUUID', (random) => uuid(random))
  // The real one computes in another thread, which ends when it ends.
  replace(Object.getPrototypeOf(globalThis.crypto.subtle) as object, 'digest', async (_, [algorithm, data]) => {
    const { name } = typeof algorithm === 'string' ? { name: algorithm } : (algorithm as { name: string })
    const view: Uint8Array = ArrayBuffer.isView(data)
      ? new Uint8Array((data as Uint8Array).buffer, (data as Uint8Array).byteOffset, (data as Uint8Array).byteLength)
      : new Uint8Array(data as ArrayBuffer)
    const digest = crypto.createHash(name.replace('-', '').toLowerCase()).update(view).digest()
    return digest.buffer.slice(digest.byteOffset, digest.byteOffset + digest.byteLength)
  })
}

function uuid(random: Random): string {
  const drawn = Buffer.alloc(16)
  random.bytes(drawn)
  const hex = drawn.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

function replaceDisk(): void {
  const { sync, promises } = diskReplacements()
  for (const [name, run] of sync) replace(fs, name, run)
  for (const [name, run] of promises) replace(fs.promises, name, run)
}

function replaceNetwork(): void {
  replace(globalThis, 'fetch', ({ world }, [url, init]) =>
    world.network.fetch(String(url), init as RequestInit | undefined),
  )
  replace(net.Server.prototype, 'listen', function (this: Server, process, [options]) {
    const { host, port } = options as { host: string; port: number }
    listenSimulated(this, process, host, port)
    return this
  })
}

function replaceProcesses(): void {
  replace(os, 'hostname', ({ machine }) => machine.hostname)
  replace(process, 'cwd', ({ machine }) => machine.path())
  replace(process, 'kill', ({ machine }, [pid]) => {
    if (machine.process(Number(pid)) === undefined)
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH', errno: -3, syscall: 'kill' })
    return true
  })
  replace(process, 'getBuiltinModule', (_, [name]) =>
    name === 'node:sqlite' ? { DatabaseSync } : originalModule(String(name)),
  )
  const { pid } = process
  Object.defineProperty(process, 'pid', { get: () => currentProcess()?.pid ?? pid, configurable: true })
}
