/** Numbers that follow from a seed: the same ones in every run. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  /** Whether something of that probability happens. */
  chance(probability: number): boolean
  bytes(target: Uint8Array): void
}

/** A stream of numbers for a name. Streams of different names say nothing about each other, so that to draw more from one of them leaves the others as they were. */
export function randomOf(name: string): Random {
  let [a, b, c, d] = hash(name)
  const uint32 = (): number => {
    // sfc32 of PractRand: small, fast, and without visible patterns.
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return t >>> 0
  }
  for (let warm = 0; warm < 12; warm++) uint32()
  const next = (): number => uint32() / 2 ** 32
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    pick(from) {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    chance: (probability) => next() < probability,
    bytes(target) {
      for (let index = 0; index < target.length; index++) target[index] = uint32() & 0xff
    },
  }
}

/** Four words from a text (cyrb128). */
function hash(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    h1 = h2 ^ Math.imul(h1 ^ code, 597399067)
    h2 = h3 ^ Math.imul(h2 ^ code, 2869860233)
    h3 = h4 ^ Math.imul(h3 ^ code, 951274213)
    h4 = h1 ^ Math.imul(h4 ^ code, 2716044179)
  }
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1]
}
