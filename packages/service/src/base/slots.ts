/** Room for so many at a time; later callers wait, in their order. */
export class Slots {
  readonly #limit: number

  #inUse = 0
  readonly #waiting: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Resolves once there is room, with what gives it back. Rejects when the signal aborts before. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#inUse < this.#limit) return this.occupy()
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve(this.occupy())
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(new Error('gave up waiting for room', { cause: signal?.reason }))
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(enter)
    })
  }

  /** Occupies a slot at once, beyond the limit if need be. The function returned releases it, once. */
  occupy(): () => void {
    this.#inUse += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#inUse -= 1
      if (this.#inUse < this.#limit) this.#waiting.shift()?.()
    }
  }
}
