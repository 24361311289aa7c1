import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isAlive } from '../journal/owner.js'

/** Names this machine in the name of a part file: process IDs mean something only there. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/**
 * The files beside a destination that hold what was received of one task. `boat.mp4.<task>.part` waits for anyone to
 * continue it; `boat.mp4.<task>.<machine>-<process>-<transfer>.part` belongs to a transfer that is running.
 */
export class PartNames {
  readonly free: string
  readonly mine: string
  readonly #folder: string
  readonly #prefix: string

  constructor(path: string, taskId: string) {
    const task = createHash('sha256').update(taskId).digest('hex').slice(0, 12)
    this.#folder = dirname(path)
    this.#prefix = `${basename(path)}.${task}.`
    this.free = join(this.#folder, `${this.#prefix}part`)
    this.mine = join(this.#folder, `${this.#prefix}${machine}-${process.pid}-${randomBytes(4).toString('hex')}.part`)
  }

  /** The part files of processes of this machine that are gone, also where nothing but the note is left of one. */
  async abandoned(): Promise<Set<string>> {
    const found = new Set<string>()
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(this.#prefix)) continue
      const [, own, owner, pid] =
        /^(([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.part)(\.json)?$/.exec(name.slice(this.#prefix.length)) ?? []
      if (owner === machine && !isAlive(Number(pid))) found.add(join(this.#folder, `${this.#prefix}${own}`))
    }
    return found
  }
}

/** The name of the note beside a part file. */
export function noteOf(part: string): string {
  return `${part}.json`
}
