/** The candidate that takes the fewest single-letter edits to reach, when it is near enough to be a slip. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance)
  const best = ranked[0]
  return best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= right.length; column++) {
      const substitution = (row[column - 1] ?? 0) + (letter === right[column - 1] ? 0 : 1)
      next.push(Math.min(substitution, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
