import { Worker } from 'node:worker_threads'
import type { ByteSource, MediaFacts } from '@model-tasks/client/media'
import { packageFolder } from '../../base/package-folder.js'

/** What the thread is told. */
export type ToThread =
  | { kind: 'look' }
  | { kind: 'file'; file: number; size: number | undefined }
  | { kind: 'bytes'; read: number; size: number | undefined; bytes: Uint8Array | Error }

/** What the thread says. */
export type FromThread =
  | { kind: 'alive' }
  | { kind: 'read'; file: number; read: number; start: number; end: number }
  | { kind: 'facts'; file: number; facts: MediaFacts }
  | { kind: 'unread'; file: number; reason: string }

/** How often a thread with something to read is looked after, in milliseconds. */
const lookEvery = 250
/** How many looks in a row a thread may leave unanswered. */
const maxMissed = 20
/** Memory that the thread may take for what it makes of files, in MiB. */
const maxMemory = 256

interface File {
  source: ByteSource
  resolve(facts: MediaFacts): void
  reject(reason: Error): void
}

/**
 * Reads the facts of media files in a thread, which is started with the first one. A file that keeps it busy, or fills its
 * memory, ends the thread: then nothing is known about the files that were being read in it, and the next one starts another.
 */
export class MediaReader {
  #thread: Thread | undefined
  readonly #maxMissed: number

  /** `looks`: how many in a row, four in a second, a thread may leave unanswered. */
  constructor(looks = maxMissed) {
    this.#maxMissed = looks
  }

  /** The facts of a file. Rejects when they cannot be told. */
  facts(source: ByteSource): Promise<MediaFacts> {
    if (this.#thread === undefined || this.#thread.ended) this.#thread = new Thread(this.#maxMissed)
    return this.#thread.facts(source)
  }
}

class Thread {
  ended = false
  readonly #worker = new Worker(new URL('dist/media-thread.js', packageFolder), {
    env: {},
    execArgv: [],
    // What it reads with may quote a file there.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
  })
  readonly #files = new Map<number, File>()
  #count = 0
  readonly #maxMissed: number
  #missed = 0
  #looks: NodeJS.Timeout | undefined

  constructor(maxMissed: number) {
    this.#maxMissed = maxMissed
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => {
      this.#missed = 0
      this.#hear(message)
    })
    this.#worker.on('error', (error) => {
      this.#end(`the thread that read it has ended: ${error.message}`)
    })
    this.#worker.on('exit', () => {
      this.#end('the thread that read it has ended')
    })
  }

  facts(source: ByteSource): Promise<MediaFacts> {
    return new Promise((resolve, reject) => {
      this.#count += 1
      this.#files.set(this.#count, { source, resolve, reject })
      this.#looks ??= setInterval(() => {
        this.#look()
      }, lookEvery)
      this.#tell({ kind: 'file', file: this.#count, size: source.size })
    })
  }

  #look(): void {
    this.#missed += 1
    if (this.#missed > this.#maxMissed) this.#end('reading it takes too long')
    else this.#tell({ kind: 'look' })
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromThread): void {
    if (message.kind === 'alive') return
    const file = this.#files.get(message.file)
    if (file === undefined) return
    if (message.kind === 'read') {
      void this.#read(file.source, message)
      return
    }
    this.#files.delete(message.file)
    if (this.#files.size === 0) this.#rest()
    if (message.kind === 'facts') file.resolve(message.facts)
    else file.reject(new Error(message.reason))
  }

  async #read(source: ByteSource, { read, start, end }: FromThread & { kind: 'read' }): Promise<void> {
    const bytes = await source.read(start, end).catch((error: unknown) => new Error(String(error)))
    this.#tell({ kind: 'bytes', read, size: source.size, bytes: bytes instanceof Error ? bytes : bytes.slice() })
  }

  #rest(): void {
    clearInterval(this.#looks)
    this.#looks = undefined
    this.#missed = 0
  }

  #end(reason: string): void {
    if (this.ended) return
    this.ended = true
    this.#rest()
    void this.#worker.terminate()
    for (const file of this.#files.values()) file.reject(new Error(reason))
    this.#files.clear()
  }
}
