import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolError } from './tool-error.js'

/** A request that is about to be submitted, or was. */
interface Entry {
  /** Its Idempotency-Key. */
  key: string
  /** What its `request_id` is called in each scope of its caller; none where it has no ID. */
  names?: readonly string[] | undefined
  /** Digest of the request: what a repeat under the same `request_id` must equal. */
  request: string
  /** Credits that it was said to cost, where that is known. */
  amount?: number | undefined
  /** It is proven that it created no task. */
  released?: true
  at: string
}

/** The budgets, in credits. */
export interface Budgets {
  session: number | undefined
  daily: number | undefined
}

/**
 * What was asked for under which key, and what it costs, in a file to which several processes append. A reservation is on the disk
 * before anything is submitted; two processes that reserve at once may both be rejected, but never exceed the daily budget together.
 */
export class Ledger {
  readonly #folder: string
  readonly #budgets: Budgets
  readonly #now: () => Date
  readonly #session = new Map<string, number>()

  constructor(folder: string, budgets: Budgets, now: () => Date = () => new Date()) {
    this.#folder = folder
    this.#budgets = budgets
    this.#now = now
  }

  /** Whether a request must have a known cost. */
  get bounded(): boolean {
    return this.#budgets.session !== undefined || this.#budgets.daily !== undefined
  }

  /** The digest of the request that was reserved under this key; undefined where there is none. */
  async requestOf(key: string): Promise<string | undefined> {
    const last = (await this.#entries()).findLast((entry) => entry.key === key)
    return last?.released ? undefined : last?.request
  }

  /** The key that was reserved under one of these names; undefined where there is none. */
  async keyOf(names: readonly string[]): Promise<string | undefined> {
    if (names.length === 0) return undefined
    return (await this.#entries()).find((entry) => entry.names?.some((name) => names.includes(name)))?.key
  }

  /** Counts a request towards the budgets. Throws `ToolError` where one does not suffice; nothing is counted then. */
  async reserve({ key, names, request, amount }: Omit<Entry, 'released' | 'at'>): Promise<void> {
    const { session, daily } = this.#budgets
    const cost = amount ?? 0
    const spent = [...this.#session.values()].reduce((sum, each) => sum + each, 0)
    exceeds('session', session, spent, cost)
    // Before anything is awaited: another call of this process reads the sum meanwhile.
    this.#session.set(key, cost)
    const at = this.#now().toISOString()
    try {
      await this.#append({ key, names, request, amount, at })
      exceeds('day (UTC)', daily, (await this.#spentOn(at.slice(0, 10))) - cost, cost)
    } catch (error) {
      await this.release(key, request)
      throw error
    }
  }

  /** Takes back a reservation: it is proven that no task exists. */
  async release(key: string, request: string): Promise<void> {
    this.#session.delete(key)
    await this.#append({ key, request, released: true, at: this.#now().toISOString() })
  }

  async #spentOn(day: string): Promise<number> {
    const counted = new Map<string, number>()
    for (const { key, amount = 0, released, at } of await this.#entries()) {
      if (released) counted.delete(key)
      else if (at.startsWith(day)) counted.set(key, amount)
    }
    return [...counted.values()].reduce((sum, each) => sum + each, 0)
  }

  async #append(entry: Entry): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    // On a line of its own, also behind one that a crash cut short: joined to that, neither could be read.
    await appendFile(this.#path, `\n${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true })
  }

  /** The last word on each key stands last. */
  async #entries(): Promise<Entry[]> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    const lines = text.split('\n').filter((line) => line !== '')
    return lines.flatMap((line) => entryOf(line))
  }

  get #path(): string {
    return join(this.#folder, 'requests.jsonl')
  }
}

/** A line that a crash cut short says nothing: its request was not submitted. */
function entryOf(line: string): Entry[] {
  try {
    return [JSON.parse(line) as Entry]
  } catch {
    return []
  }
}

function exceeds(what: string, budget: number | undefined, spent: number, cost: number): void {
  if (budget === undefined || spent + cost <= budget) return
  throw new ToolError(
    `This task costs ${cost} credits, and ${Math.max(0, budget - spent)} of the ${budget} credits of this ${what} are left. Nothing was submitted. Ask the user, who can raise the budget where the server is configured.`,
  )
}
