import { createHash } from 'node:crypto'

/** The IDs of `count` mutants in an order that follows from the seed alone: a larger sample of a seed contains each smaller one. */
export function drawSample(ids, count, seed) {
  const place = (id) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return ids
    .map((id) => ({ id, place: place(id) }))
    .sort((left, right) => (left.place < right.place ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id)
}

/**
 * Between which percentages the score of all lies with a confidence of 95 %, when `found` of `drawn` were found: the interval of
 * Wilson, narrowed as the sample comes near to all.
 */
export function interval(found, drawn, all) {
  if (drawn >= all || drawn === 0) return undefined
  return wilson(found, drawn, 1.96 * Math.sqrt((all - drawn) / (all - 1)))
}

/** The score, in percent, that the tests do not exceed for changes like these, with a confidence of 95 %, when `found` of `drawn` were found. */
export function atMost(found, drawn) {
  return drawn === 0 ? 100 : wilson(found, drawn, 1.96)[1]
}

function wilson(found, drawn, z) {
  const [share, square] = [found / drawn, z ** 2]
  const middle = (share + square / (2 * drawn)) / (1 + square / drawn)
  const half = (z / (1 + square / drawn)) * Math.sqrt((share * (1 - share)) / drawn + square / (4 * drawn ** 2))
  return [100 * (middle - half), 100 * (middle + half)]
}
