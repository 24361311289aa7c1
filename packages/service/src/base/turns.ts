/** Runs work one after another where it has the same key, in the order in which it came. Keys do not wait for each other. */
export class Turns {
  /** By key: what came last, and never rejects. */
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs work once all that came before it under the key has ended, however that ended. Settles as the work does. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work)
    const ended = result.catch(() => undefined)
    this.#last.set(key, ended)
    try {
      return await result
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
  }

  /** Keys under which work is under way. */
  get size(): number {
    return this.#last.size
  }
}
