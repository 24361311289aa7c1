/** Lines of one place where two texts differ, with the numbers (from 1) at which they stand in the old and in the new text. */
export interface Hunk {
  oldStart: number
  newStart: number
  removed: string[]
  added: string[]
}

/** Beyond so many edits in one stretch, the stretch is one hunk: a search for the shortest edit grows with their square. */
const mostEdits = 800

/** The places where two lists of lines differ, in order: a shortest edit (Myers) within what their common ends leave. */
export function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const old = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  const hunks: Hunk[] = []
  let [x, y] = [0, 0]
  for (const [commonX, commonY] of [...commonLines(old, fresh), [old.length, fresh.length] as const]) {
    if (commonX > x || commonY > y) {
      hunks.push({
        oldStart: start + x + 1,
        newStart: start + y + 1,
        removed: old.slice(x, commonX),
        added: fresh.slice(y, commonY),
      })
    }
    ;[x, y] = [commonX + 1, commonY + 1]
  }
  return hunks
}

/** Pairs of indices of lines that stay, by the shortest edit; none when that takes more than `mostEdits`. */
function commonLines(old: readonly string[], fresh: readonly string[]): (readonly [number, number])[] {
  const furthest = new Map<number, number>([[1, 0]])
  const trail: Map<number, number>[] = []
  const reached = (frontier: ReadonlyMap<number, number>, diagonal: number): number => frontier.get(diagonal) ?? -1
  const isDown = (frontier: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean =>
    diagonal === -edits || (diagonal !== edits && reached(frontier, diagonal - 1) < reached(frontier, diagonal + 1))
  for (let edits = 0; edits <= Math.min(mostEdits, old.length + fresh.length); edits++) {
    trail.push(new Map(furthest))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(furthest, diagonal, edits) ? reached(furthest, diagonal + 1) : reached(furthest, diagonal - 1) + 1
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x++
      furthest.set(diagonal, x)
      if (x >= old.length && x - diagonal >= fresh.length)
        return walkedBack(trail, old.length, fresh.length, isDown, reached)
    }
  }
  return []
}

function walkedBack(
  trail: readonly ReadonlyMap<number, number>[],
  oldLength: number,
  newLength: number,
  isDown: (frontier: ReadonlyMap<number, number>, diagonal: number, edits: number) => boolean,
  reached: (frontier: ReadonlyMap<number, number>, diagonal: number) => number,
): (readonly [number, number])[] {
  const common: (readonly [number, number])[] = []
  let [x, y] = [oldLength, newLength]
  for (let edits = trail.length - 1; edits >= 0; edits--) {
    const frontier = trail[edits] ?? new Map<number, number>()
    const diagonal = x - y
    const before = isDown(frontier, diagonal, edits) ? diagonal + 1 : diagonal - 1
    const fromX = reached(frontier, before)
    const fromY = fromX - before
    while (x > Math.max(0, fromX) && y > Math.max(0, fromY)) common.push([--x, --y])
    ;[x, y] = [Math.max(0, fromX), Math.max(0, fromY)]
  }
  return common.reverse()
}
