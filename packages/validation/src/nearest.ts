/** Longer words are not a misspelt name of ours, and the comparison is quadratic. */
const maxLength = 64

const plain = (word: string): string => word.toLowerCase().replace(/[\s_.-]/g, '')

/**
 * The candidate a person most likely meant by `word`: the same but for case, blanks and punctuation, a few letters
 * away, or one that contains it. Undefined when none is near.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > maxLength) return undefined
  const sought = plain(word)
  let best: string | undefined
  let maxDistance = sought.length / 3 + 0.4
  for (const candidate of candidates) {
    const offered = plain(candidate)
    const distance = editDistance(sought, offered)
    if (distance < maxDistance) [best, maxDistance] = [candidate, distance]
  }
  return best ?? (sought.length > 2 ? candidates.find((candidate) => plain(candidate).includes(sought)) : undefined)
}

/**
 * The Model ID that was probably meant, among `ids`: the same but for case and punctuation, else one whose parameters are known
 * where any is near, else one of `open`, those without a reference. Undefined when none is near.
 */
export function nearestModel(word: string, ids: readonly string[], open: readonly string[]): string | undefined {
  const closest = nearest(word, ids)
  if (closest === undefined || plain(closest) === plain(word)) return closest
  return (
    nearest(
      word,
      ids.filter((id) => !open.includes(id)),
    ) ?? closest
  )
}

/** Insertions, deletions and substitutions between two words. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      next[j] = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1))
    }
    row = next
  }
  return at(row, to.length)
}

const at = (row: number[], index: number): number => row[index] ?? 0
