import fc from 'fast-check'
import type { TextClasses } from '../../catalogue.js'
import type { Random } from '../../kinds/kind.js'

/** A string longer than this tells nothing more, and URLs of kilobytes make bad witnesses. */
const longestMatch = 200

/**
 * The same samples for the same seed. `characters` are what texts are made of, each of one
 * code point: those whose class changed, before all. Strings that match a pattern come from fast-check.
 */
export function createRandom(seed: number, characters: readonly string[]): Random {
  let state = seed
  const below = (end: number): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * Math.max(1, end))
  }
  const matching = (pattern: string): string => {
    const known = matchesOf(pattern, seed)
    return known[below(known.length)] ?? ''
  }
  const character = (): string => characters[below(characters.length)] ?? 'a'
  return {
    characters,
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    // A run of one character reaches a limit on its class; a mixed text is what people write.
    text: (length) => (below(2) === 0 ? character().repeat(length) : Array.from({ length }, character).join('')),
    matching,
  }
}

const known = new Map<string, readonly string[]>()

/** Strings that a pattern matches, made once: they take longer than all else about a request. */
function matchesOf(pattern: string, seed: number): readonly string[] {
  const key = `${seed} ${pattern}`
  const matches =
    known.get(key) ??
    fc
      .sample(fc.stringMatching(new RegExp(pattern), { size: 'small' }), { numRuns: 60, seed })
      .filter((text) => text.length <= longestMatch && new RegExp(pattern).test(text))
  known.set(key, matches)
  return matches
}

/** One character of each class and of none, and the first and the last of each range that only one of the two has. */
export function tellingCharacters(before: TextClasses, after: TextClasses): string[] {
  const changed = (['han', 'latin', 'space'] as const).flatMap((name) => {
    const [old, now] = [before[name], after[name]]
    const borders = [...old, ...now].flatMap(([first, last]) => [first - 1, first, last, last + 1])
    return borders.filter((point) => point > 0 && point <= 0x10ffff && contains(old, point) !== contains(now, point))
  })
  return [...new Set([...changed, 0x61, 0x20, 0x37, 0x8239, 0x1f600])]
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
}

function contains(ranges: TextClasses['han'], point: number): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last)
}
