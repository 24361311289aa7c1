/** What batches work with. */
export interface BatchesParts<Entry> {
  /** Entries in a batch at most. */
  limit: number
  /** How large an entry is, and how large a batch may be; one larger entry is a batch of its own. */
  size: { of: (entry: Entry) => number; limit: number }
  /** Batches under way at a time. */
  atATime: number
  /** Must not reject. */
  run: (entries: readonly Entry[]) => Promise<void>
}

/**
 * Collects what arrives while batches are under way and runs it as the next one: nothing waits while there is little to
 * do, and the more there is, the more shares one statement and one commit.
 */
export class Batches<Entry> {
  readonly #parts: BatchesParts<Entry>
  #waiting: Entry[] = []
  #running = 0
  #scheduled = false

  constructor(parts: BatchesParts<Entry>) {
    this.#parts = parts
  }

  add(entry: Entry): void {
    this.#waiting.push(entry)
    this.#schedule()
  }

  /** After this turn of the event loop, which may bring more. */
  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#parts.atATime) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      while (this.#waiting.length > 0 && this.#running < this.#parts.atATime) void this.#run(this.#take())
    })
  }

  async #run(entries: readonly Entry[]): Promise<void> {
    this.#running += 1
    await this.#parts.run(entries)
    this.#running -= 1
    if (this.#waiting.length > 0) this.#schedule()
  }

  #take(): Entry[] {
    const { limit, size } = this.#parts
    let [count, total] = [0, 0]
    for (const entry of this.#waiting) {
      total += size.of(entry)
      if (count > 0 && (count === limit || total > size.limit)) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }
}
