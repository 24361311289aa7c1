import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isAlive, processNamespace } from '../journal/owner.js'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Names this machine in the name of a part file: process IDs mean something only there. */
const machine = digest(hostname()).slice(0, 8)
/** Names the namespace of process IDs: containers may have one host name, and in each of them an ID means another process. */
const container = digest(processNamespace()).slice(0, 4)

/** The part files that belong to transfers of this machine, also where nothing but the note is left of one. */
export interface Abandoned {
  /** Their processes are gone. */
  readonly ended: ReadonlySet<string>
  /** Of other containers with this host name, and of earlier versions: nothing here shows whether their processes run. */
  readonly unknown: ReadonlySet<string>
}

/**
 * The files beside a destination that hold what was received of one task. `boat.mp4.<task>.part` waits for anyone to
 * continue it; `boat.mp4.<task>.<machine>-<process>-<container and transfer>.part` belongs to a transfer that is running.
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
    this.mine = join(
      this.#folder,
      `${this.#prefix}${machine}-${process.pid}-${container}${randomBytes(2).toString('hex')}.part`,
    )
  }

  async abandoned(): Promise<Abandoned> {
    const [ended, unknown] = [new Set<string>(), new Set<string>()]
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(this.#prefix)) continue
      const [, own, owner, pid, place] =
        /^(([0-9a-f]{8})-(\d+)-([0-9a-f]{4})[0-9a-f]{4}\.part)(\.json)?$/.exec(name.slice(this.#prefix.length)) ?? []
      if (owner !== machine) continue
      const part = join(this.#folder, `${this.#prefix}${own}`)
      if (place !== container) unknown.add(part)
      else if (!isAlive(Number(pid))) ended.add(part)
    }
    return { ended, unknown }
  }
}

/** The name of the note beside a part file. */
export function noteOf(part: string): string {
  return `${part}.json`
}
