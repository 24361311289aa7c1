import type { Change } from './compare.js'

const shownLines = 12

/** What a person needs to see of one change: the first lines that differ, with their numbers. */
export function describeChange(change: Change): string {
  switch (change.kind) {
    case 'missing':
      return `missing  ${change.path}`
    case 'orphan':
      return `orphan   ${change.path}: nothing in spec/ makes this file`
    case 'changed':
      return `changed  ${change.path}\n${lineDifference(change.before, change.after)}`
  }
}

/** Lines between the common beginning and the common end of two texts. */
function lineDifference(before: string, after: string): string {
  const old = before.split('\n')
  const fresh = after.split('\n')
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const lines = [
    ...old.slice(start, old.length - end).map((line, index) => `  ${start + index + 1} - ${shorten(line)}`),
    ...fresh.slice(start, fresh.length - end).map((line, index) => `  ${start + index + 1} + ${shorten(line)}`),
  ]
  const hidden = lines.length - shownLines
  return hidden > 0 ? [...lines.slice(0, shownLines), `  … ${hidden} more lines`].join('\n') : lines.join('\n')
}

function shorten(line: string): string {
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
