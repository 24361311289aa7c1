import type { Change } from './change.js'
import { hunksOf, type Hunk } from './hunks.js'

/** Of one file: places, and lines of one place and side, that are shown before the rest is counted. */
const shownHunks = 4
const shownLines = 8
const contextLines = 2
const widest = 160

/** What a person needs to see of one change: the first places that differ, with the numbers of their lines and what stands around them. */
export function describeChange(change: Change): string {
  switch (change.kind) {
    case 'missing':
      return `missing  ${change.path}`
    case 'orphan':
      return `orphan   ${change.path}: nothing in spec/ makes this file`
    case 'changed':
      return `changed  ${change.path}\n${lineDifference(change.before.split('\n'), change.after.split('\n'))}`
  }
}

function lineDifference(before: readonly string[], after: readonly string[]): string {
  const hunks = hunksOf(before, after)
  const hidden = hunks.length - shownHunks
  let from = 0
  const shown = hunks.slice(0, shownHunks).map((hunk, index) => {
    const end = hunk.oldStart - 1 + hunk.removed.length
    const until = Math.min(end + contextLines, (hunks[index + 1]?.oldStart ?? Infinity) - 1)
    const text = hunkText(hunk, before, from, until)
    from = until
    return text
  })
  return [...shown, ...(hidden > 0 ? [`  … ${hidden} more place${hidden === 1 ? '' : 's'}`] : [])].join('\n')
}

/** One place with up to two lines before and after it, none from before `from` (an index) or after `until`. */
function hunkText(
  { oldStart, newStart, removed, added }: Hunk,
  before: readonly string[],
  from: number,
  until: number,
): string {
  const start = oldStart - 1
  const end = start + removed.length
  const firstShown = Math.max(from, start - contextLines)
  const stays =
    (index: number) =>
    (line: string, offset: number): string =>
      `  ${index + offset + 1}   ${excerpt(line, 0)}`
  const changed = pairedExcerpts(removed, added)
  return [
    ...before.slice(firstShown, start).map(stays(firstShown)),
    ...limited(changed.removed.map((line, index) => `  ${oldStart + index} - ${line}`)),
    ...limited(changed.added.map((line, index) => `  ${newStart + index} + ${line}`)),
    ...before.slice(end, until).map(stays(end)),
  ].join('\n')
}

function limited(lines: readonly string[]): string[] {
  const hidden = lines.length - shownLines
  return hidden > 0 ? [...lines.slice(0, shownLines), `  … ${hidden} more line${hidden === 1 ? '' : 's'}`] : [...lines]
}

/** Both sides of a place; long lines are cut around the column where the line in the same position differs. */
function pairedExcerpts(removed: readonly string[], added: readonly string[]): { removed: string[]; added: string[] } {
  const column = removed.map((line, index) => differingColumn(line, added[index] ?? line))
  return {
    removed: removed.map((line, index) => excerpt(line, column[index] ?? 0)),
    added: added.map((line, index) => excerpt(line, column[index] ?? 0)),
  }
}

function differingColumn(left: string, right: string): number {
  if (left === right) return 0
  let column = 0
  while (column < left.length && left[column] === right[column]) column++
  return column
}

/** A line, or so much of it around a column as is read at once. */
function excerpt(line: string, column: number): string {
  if (line.length <= widest) return line
  const start = Math.max(0, Math.min(column - widest / 4, line.length - widest))
  const end = start + widest
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`
}
