/** What a task of a batch has cost, or may: `open` where it was not seen to end, so that what was reserved for it stays so. */
export interface Spent {
  readonly amount: number | undefined
  readonly open?: boolean
}

/** Room for one task. */
export type Settle = (spent: Spent) => void

/**
 * The credits of a batch. What is running counts: by its quote where there is one, else by the most that a task of its model has cost.
 * Where neither is known yet, a task waits until nothing runs, and others wait for it.
 */
export class Budget {
  readonly #limit: number
  readonly #highest = new Map<string, number>()
  readonly #waiting = new Set<() => void>()
  #used: number
  #reserved = 0
  #running = 0
  #unknown = 0

  constructor(limit: number, used = 0) {
    this.#limit = limit
    this.#used = used
  }

  /** Whether anything is limited at all: only then is a quote of use. */
  get isLimited(): boolean {
    return this.#limit < Infinity
  }

  /** Resolves once there is room for a task, with what returns it; with undefined when there is none and nothing that runs can make any. */
  async reserve(model: string, quoted: number | undefined): Promise<Settle | undefined> {
    for (;;) {
      const cost = quoted ?? this.#highest.get(model)
      if (!this.isLimited) return this.#start(model, 0, false)
      if (this.#used >= this.#limit) return undefined
      const known = this.#used + this.#reserved
      // A quote says what a task costs; what others have cost only says about how much is under way.
      const fits =
        quoted === undefined
          ? this.#running === 0 || (cost !== undefined && this.#unknown === 0 && known < this.#limit)
          : this.#unknown === 0 && known + quoted <= this.#limit
      if (fits) return this.#start(model, cost ?? 0, cost === undefined)
      if (this.#running === 0) return undefined
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  #start(model: string, reserved: number, isUnknown: boolean): Settle {
    this.#running++
    this.#reserved += reserved
    if (isUnknown) this.#unknown++
    return ({ amount, open = false }) => {
      this.#running--
      this.#reserved -= reserved
      if (isUnknown) this.#unknown--
      if (amount !== undefined) this.#highest.set(model, Math.max(amount, this.#highest.get(model) ?? 0))
      this.#used += amount ?? (open ? reserved : 0)
      for (const resolve of this.#waiting) resolve()
      this.#waiting.clear()
    }
  }
}
