import { diffArrays } from 'diff'

/** Lines of one place where two texts differ, with the numbers (from 1) at which they stand in the old and in the new text. */
export interface Hunk {
  oldStart: number
  newStart: number
  removed: string[]
  added: string[]
}

/** Beyond so many edits the texts are one hunk: a search for the shortest edit grows with their square. */
const maxEditLength = 800

/** The places where two lists of lines differ, in order, by a shortest edit. */
export function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const changes = diffArrays([...before], [...after], { maxEditLength })
  if (changes === undefined) return [{ oldStart: 1, newStart: 1, removed: [...before], added: [...after] }]
  const hunks: Hunk[] = []
  let [oldLine, newLine] = [1, 1]
  let open: Hunk | undefined
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      open = undefined
    } else {
      if (open === undefined) hunks.push((open = { oldStart: oldLine, newStart: newLine, removed: [], added: [] }))
      open[added ? 'added' : 'removed'].push(...value)
    }
    if (!added) oldLine += value.length
    if (!removed) newLine += value.length
  }
  return hunks
}
