import { createHasher } from '#disk'
import type { DigestAlgorithm, Digests } from '../disk/part.js'
import { algorithms } from './digest-fields.js'

/** Compares bytes, as they come, with the digests announced for them, as far as the platform can hash. */
export class DigestCheck {
  readonly #expected: Digests
  readonly #hashers: { name: DigestAlgorithm; hasher: ReturnType<typeof createHasher> }[]

  constructor(expected: Digests) {
    this.#expected = expected
    this.#hashers = algorithms.flatMap((name) =>
      expected[name] === undefined ? [] : [{ name, hasher: createHasher(name) }],
    )
  }

  update(chunk: Uint8Array): void {
    for (const { hasher } of this.#hashers) hasher?.update(chunk)
  }

  /** How the bytes so far differ from a digest, such as `the md5 digest: expected …, got …`; undefined when they match. */
  mismatch(): string | undefined {
    for (const { name, hasher } of this.#hashers) {
      const difference = hasher && digestMismatch(name, this.#expected, hasher.digest())
      if (difference !== undefined) return difference
    }
    return undefined
  }
}

/** How a digest differs from the one announced; undefined when it is the same. */
export function digestMismatch(name: DigestAlgorithm, announced: Digests, actual: string): string | undefined {
  const expected = announced[name]
  return expected === undefined || actual === expected
    ? undefined
    : `the ${name} digest: expected ${expected}, got ${actual}`
}
