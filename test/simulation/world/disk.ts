import * as real from 'node:fs'
import { Readable, Writable } from 'node:stream'
import type { SimulatedProcess } from './machine.js'

/**
 * The disks. A path below `/sim/<machine>` is a file in the real folder of the world, so that names, flags and errors are those
 * of the operating system. What a promise is given for is work of the world: it takes time, the process can be killed before it,
 * and a full disk rejects it.
 */

type Call = (...args: unknown[]) => unknown
type Functions = Record<string, Call | undefined>

/** The functions as they are before they are replaced. */
const fs = { ...real } as unknown as Functions

/** How long a piece of work on a disk takes, typically, in milliseconds. */
const typical = 0.05
const twoPaths = new Set(['rename', 'link', 'copyFile', 'cp', 'symlink'])
const writes = new Set(['writeFile', 'appendFile', 'mkdir', 'mkdtemp', 'copyFile', 'cp', 'write', 'writev'])

/** A path as the operating system has it. */
export function realPath(process: SimulatedProcess, path: string): string {
  return path.startsWith('/sim/') ? `${process.world.root}/${path.slice(5)}` : path
}

function simulatedPath(process: SimulatedProcess, text: string): string {
  return text.replaceAll(`${process.world.root}/`, '/sim/')
}

/** What the kernel tells of processes and of the machine, where a path asks for that. */
function told(process: SimulatedProcess, name: string, path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/proc/')) return undefined
  if (path === '/proc/sys/kernel/random/boot_id' && name === 'readFile')
    return `boot-${process.machine.boots}-of-${process.machine.name}\n`
  const [, id, what] = /^\/proc\/(self|\d+)\/(stat|ns\/pid)$/.exec(path) ?? []
  if (id === undefined) return undefined
  const asked = id === 'self' ? process : process.machine.process(Number(id))
  if (asked === undefined) throw missing(path)
  if (what === 'ns/pid') return `pid:[${[...process.machine.name].map((sign) => sign.charCodeAt(0)).join('')}]`
  const fields = Array.from({ length: 50 }, () => '0')
  fields[0] = 'S'
  fields[19] = String(Math.floor(asked.startedAt * 100))
  return `${asked.pid} (node) ${fields.join(' ')}\n`
}

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT', path })
}

function mapped(process: SimulatedProcess, name: string, args: readonly unknown[]): unknown[] {
  return args.map((arg, index) =>
    typeof arg === 'string' && (index === 0 || (index === 1 && twoPaths.has(name))) ? realPath(process, arg) : arg,
  )
}

/** A new folder, whose name ends as the seed has it. */
function makeFolder(process: SimulatedProcess, [prefix]: readonly unknown[]): string {
  const path = `${String(prefix)}${process.random
    .below(36 ** 6)
    .toString(36)
    .padStart(6, '0')}`
  real.mkdirSync(realPath(process, path))
  return path
}

/** Calls a function of the real disk in the name of a process. */
function call(process: SimulatedProcess, name: string, args: readonly unknown[]): unknown {
  const text = told(process, name, args[0])
  if (text !== undefined) return text
  if (process.machine.diskFull && (writes.has(name) || opensNew(name, args))) throw full(name)
  try {
    if (name === 'mkdtemp') return makeFolder(process, args)
    const there = mapped(process, name, args)
    const result = process.world.durability.during(name, there, () => fs[`${name}Sync`]?.(...there))
    return typeof result === 'string' ? simulatedPath(process, result) : dated(process, result)
  } catch (error) {
    throw renamed(process, error)
  }
}

/** The time of a file is that of the real clock, which no two runs have in common. */
function dated(process: SimulatedProcess, result: unknown): unknown {
  if (result instanceof real.Stats) {
    result.mtimeMs = process.world.firstSeen(result.ino, process.machine.date)
    result.mtime = new Date(result.mtimeMs)
  }
  return result
}

function opensNew(name: string, args: readonly unknown[]): boolean {
  return name === 'open' && typeof args[1] === 'string' && /[wa]/.test(args[1]) && args[1].includes('x')
}

function full(name: string): Error {
  return Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC', errno: -28 })
}

function renamed(process: SimulatedProcess, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  error.message = simulatedPath(process, error.message)
  for (const member of ['path', 'dest'])
    if (member in error) {
      const value: unknown = Reflect.get(error, member)
      if (typeof value === 'string') Reflect.set(error, member, simulatedPath(process, value))
    }
  return error
}

function work<T>(process: SimulatedProcess, label: string, run: () => T): Promise<T> {
  return process.world.work(`disk ${label}`, typical, run)
}

/** An open file, as `fs/promises` has it. */
class SimulatedFile {
  readonly #process: SimulatedProcess
  readonly #path: string
  #closed = false

  constructor(
    process: SimulatedProcess,
    readonly fd: number,
    path: string,
  ) {
    this.#process = process
    this.#path = path
    // The operating system closes what a process has left open.
    process.onGone(() => {
      this.#closeNow()
    })
  }

  #do(name: string, ...args: unknown[]): Promise<unknown> {
    const process = this.#process
    return work(process, `${name} ${this.#path}`, () => call(process, name, [this.fd, ...args]))
  }

  stat(options?: object): Promise<unknown> {
    return this.#do('fstat', options)
  }
  sync(): Promise<unknown> {
    return this.#do('fsync')
  }
  datasync(): Promise<unknown> {
    return this.#do('fdatasync')
  }
  truncate(length = 0): Promise<unknown> {
    return this.#do('ftruncate', length)
  }
  chmod(mode: number): Promise<unknown> {
    return this.#do('fchmod', mode)
  }
  utimes(): Promise<void> {
    return Promise.resolve()
  }
  readFile(options?: unknown): Promise<unknown> {
    return this.#do('readFile', options)
  }
  writeFile(data: unknown, options?: unknown): Promise<unknown> {
    return this.#do('writeFile', data, options)
  }
  appendFile(data: unknown, options?: unknown): Promise<unknown> {
    return this.#do('appendFile', data, options)
  }
  async write(buffer: unknown, ...rest: unknown[]): Promise<unknown> {
    return { bytesWritten: await this.#do('write', buffer, ...rest), buffer }
  }
  async read(into?: unknown, ...rest: unknown[]): Promise<unknown> {
    const named = into !== undefined && !ArrayBuffer.isView(into) ? (into as Record<string, unknown>) : undefined
    const buffer = (named === undefined ? into : named['buffer']) ?? Buffer.alloc(16_384)
    const [offset, length, position] =
      named === undefined ? rest : [named['offset'], named['length'], named['position']]
    const size = (buffer as Uint8Array).byteLength
    const from = Number(offset ?? 0)
    const bytesRead = await this.#do('read', buffer, from, length ?? size - from, position ?? null)
    return { bytesRead, buffer }
  }
  async close(): Promise<void> {
    await work(this.#process, `close ${this.#path}`, () => {
      this.#closeNow()
    })
  }
  createReadStream(options: { start?: number; end?: number } = {}): Readable {
    return readStream(this, options)
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #closeNow(): void {
    if (this.#closed) return
    this.#closed = true
    fs['closeSync']?.(this.fd)
  }
}

function readStream(file: SimulatedFile, { start = 0, end = Infinity }: { start?: number; end?: number }): Readable {
  let position = start
  return new Readable({
    read(size) {
      const length = Math.min(size, end - position + 1)
      if (length <= 0) {
        this.push(null)
        return
      }
      file.read(Buffer.alloc(length), 0, length, position).then(
        (answer) => {
          const { bytesRead, buffer } = answer as { bytesRead: number; buffer: Buffer }
          position += bytesRead
          this.push(bytesRead === 0 ? null : buffer.subarray(0, bytesRead))
        },
        (error: unknown) => {
          this.destroy(error instanceof Error ? error : new Error(String(error)))
        },
      )
    },
    destroy(error, done) {
      file.close().then(
        () => {
          done(error)
        },
        () => {
          done(error)
        },
      )
    },
  })
}

async function open(process: SimulatedProcess, args: readonly unknown[]): Promise<SimulatedFile> {
  const path = String(args[0])
  const fd = await work(process, `open ${path}`, () => call(process, 'open', args))
  return new SimulatedFile(process, Number(fd), path)
}

/** The stream of a file that is opened first. */
function openedStream(process: SimulatedProcess, path: string, options: { start?: number; end?: number }): Readable {
  return Readable.from(
    (async function* () {
      const file = await open(process, [path])
      yield* readStream(file, options) as AsyncIterable<Buffer>
    })(),
    { objectMode: false },
  )
}

function writeStream(process: SimulatedProcess, path: string, flags: string): Writable {
  let file: SimulatedFile | undefined
  const stream = new Writable({
    construct(done) {
      open(process, [path, flags]).then(
        (opened) => {
          file = opened
          done()
        },
        (error: unknown) => {
          done(error as Error)
        },
      )
    },
    write(chunk: Buffer, _, done) {
      file?.write(chunk).then(() => {
        done()
      }, done)
    },
    destroy(error, done) {
      ;(file?.close() ?? Promise.resolve()).then(
        () => {
          done(error)
        },
        () => {
          done(error)
        },
      )
    },
  })
  return stream
}

type Replacement = (process: SimulatedProcess, args: unknown[]) => unknown

/** What takes the place of each function of `fs` and `fs/promises`, for code of simulated processes. */
export function diskReplacements(): { sync: Map<string, Replacement>; promises: Map<string, Replacement> } {
  const sync = new Map<string, Replacement>()
  const promises = new Map<string, Replacement>()
  for (const name of Object.keys(fs).filter((one) => one.endsWith('Sync'))) {
    const plain = name.slice(0, -4)
    sync.set(name, (process, args) =>
      plain === 'exists' && typeof args[0] === 'string'
        ? fs['existsSync']?.(realPath(process, args[0]))
        : call(process, plain, args),
    )
  }
  for (const name of Object.keys(real.promises)) {
    if (fs[`${name}Sync`] === undefined) continue
    promises.set(name, (process, args) => {
      const [target] = args
      if (name === 'open') return open(process, args)
      if (target instanceof SimulatedFile)
        return Reflect.apply(Reflect.get(target, name) as Call, target, args.slice(1))
      return work(process, `${name} ${String(target)}`, () => call(process, name, args))
    })
  }
  sync.set('createReadStream', (process, [path, options]) => {
    const { fd, start, end } = (options ?? {}) as { fd?: unknown; start?: number; end?: number }
    const range = { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }
    return fd instanceof SimulatedFile ? readStream(fd, range) : openedStream(process, String(path), range)
  })
  sync.set('createWriteStream', (process, [path, options]) =>
    writeStream(process, String(path), ((options ?? {}) as { flags?: string }).flags ?? 'w'),
  )
  sync.set('openAsBlob', (process, [path]) =>
    work(process, `blob ${String(path)}`, () => new Blob([call(process, 'readFile', [path]) as Buffer<ArrayBuffer>])),
  )
  return { sync, promises }
}
