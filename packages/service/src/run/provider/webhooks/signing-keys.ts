/** How long keys are used, and the least time between two requests for them, in milliseconds. */
const [lifetime, pause] = [24 * 3_600_000, 60_000]

/**
 * The keys that an upstream signs its webhooks with. They are asked for when the first webhook arrives, every day, and
 * when a signature fits none of them, since keys are changed at times. However many forged webhooks arrive, they are
 * asked for at most once a minute.
 */
export class SigningKeys<Key> {
  readonly #get: () => Promise<readonly Key[]>
  readonly #now: () => number
  #keys: readonly Key[] | undefined
  #got = -Infinity
  #asked = -Infinity
  #asking: Promise<readonly Key[]> | undefined

  /** `now`: milliseconds of a clock that does not jump. */
  constructor(get: () => Promise<readonly Key[]>, now: () => number) {
    this.#get = get
    this.#now = now
  }

  /** Whether one of the keys fits. Rejects when none is known and none can be had. */
  async some(fits: (key: Key) => boolean): Promise<boolean> {
    const known = this.#now() - this.#got < lifetime ? this.#keys : undefined
    if (known?.some(fits) === true) return true
    if (this.#asking === undefined && this.#now() - this.#asked < pause) {
      if (known === undefined) throw new Error('the keys of its webhooks could not be had just now')
      return false
    }
    return (await this.#fresh()).some(fits)
  }

  #fresh(): Promise<readonly Key[]> {
    this.#asked = this.#asking === undefined ? this.#now() : this.#asked
    this.#asking ??= this.#get()
      .then((keys) => {
        this.#got = this.#now()
        return (this.#keys = keys)
      })
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking
  }
}
