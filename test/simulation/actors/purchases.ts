/** Something that an upstream was asked for and has begun: what its account pays for, unless it is taken back in time. */
export interface Purchase {
  readonly upstream: string
  /** The machine that asked for it. */
  readonly by: string
  readonly id: string
  /** The account there that pays. */
  readonly account: string
  readonly prompt: string
  /** What the service called it, where the upstream is told. */
  readonly key: string | undefined
  /** In milliseconds of the world's time. */
  readonly at: number
  /** When it is done. */
  readonly due: number
  /** Given back by the upstream before it was begun: nothing is paid. */
  takenBack: boolean
  /** Stopped while it was made: it is paid for, and there is no file. */
  stopped: boolean
  fails: boolean
}

/** What all upstreams have sold, in the order of time. Nothing that befalls the service or its users changes it. */
export class Purchases {
  readonly all: Purchase[] = []
  readonly #tell: (who: string, what: string) => void

  constructor(tell: (who: string, what: string) => void) {
    this.#tell = tell
  }

  add(purchase: Purchase): void {
    this.all.push(purchase)
    this.#tell(purchase.upstream, `sells "${purchase.prompt}" as ${purchase.id} to its account "${purchase.account}"`)
  }

  takeBack(purchase: Purchase): void {
    purchase.takenBack = true
    this.#tell(purchase.upstream, `takes ${purchase.id} back`)
  }

  of(prompt: string): Purchase[] {
    return this.all.filter((one) => one.prompt === prompt && !one.takenBack)
  }
}
