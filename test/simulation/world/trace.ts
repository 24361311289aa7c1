import { createHash, type Hash } from 'node:crypto'

/** Everything that happened, as one digest; two runs of a seed have the same. */
export class Trace {
  readonly #hash: Hash = createHash('sha256')
  /** Gets each line too, to find the place where two runs part. */
  readonly #write: ((line: string) => void) | undefined

  constructor(write?: (line: string) => void) {
    this.#write = write
  }

  step(at: number, who: string, what: string): void {
    const line = `${at.toFixed(3)} ${who} ${what}\n`
    this.#hash.update(line)
    this.#write?.(line)
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }
}
