import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeChange } from '../../write/difference.js'
import { hunksOf } from '../../write/hunks.js'

const numbered = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`)
const shown = (before: readonly string[], after: readonly string[]): string[] =>
  describeChange({ kind: 'changed', path: 'a.json', before: before.join('\n'), after: after.join('\n') })
    .split('\n')
    .slice(1)

describe('a changed file is shown by the places that differ', () => {
  test('far apart, each with two lines around it and the numbers of both sides', () => {
    const after = numbered.flatMap((line, index) => (index === 4 ? [line, 'new'] : index === 29 ? ['other'] : [line]))
    expect(shown(numbered, after)).toEqual([
      '  4   line 4',
      '  5   line 5',
      '  6 + new',
      '  6   line 6',
      '  7   line 7',
      '  28   line 28',
      '  29   line 29',
      '  30 - line 30',
      '  31 + other',
      '  31   line 31',
      '  32   line 32',
    ])
  })

  test('near each other, without showing a line twice', () => {
    const after = numbered.map((line, index) => (index === 9 || index === 11 ? `${line}!` : line))
    expect(shown(numbered, after)).toEqual([
      '  8   line 8',
      '  9   line 9',
      '  10 - line 10',
      '  10 + line 10!',
      '  11   line 11',
      '  12 - line 12',
      '  12 + line 12!',
      '  13   line 13',
      '  14   line 14',
    ])
  })

  test('the first few of many, with the number of the rest', () => {
    const after = numbered.map((line, index) => (index % 6 === 0 ? `${line}!` : line))
    expect(shown(numbered, after).at(-1)).toBe('  … 3 more places')
    const added = shown(numbered, [
      ...numbered.slice(0, 5),
      ...Array.from({ length: 100 }, (_, index) => `new ${index}`),
      ...numbered.slice(5),
    ])
    expect(added).toHaveLength(2 + 8 + 1 + 2)
    expect(added).toContain('  … 92 more lines')
  })

  test('a long line around the column where it differs', () => {
    const long = (word: string): string => `${'a'.repeat(300)}${word}${'b'.repeat(300)}`
    const [removed = '', added = ''] = shown([long('OLD')], [long('NEW')])
    expect(removed).toMatch(/^ {2}1 - …a+OLDb+…$/)
    expect(added).toMatch(/^ {2}1 \+ …a+NEWb+…$/)
    expect(removed.length).toBeLessThan(180)
  })
})

test('hunks lead from the one text to the other, by the fewest lines', () => {
  const lines = fc.array(fc.constantFrom<string[]>('a', 'b', 'c'), { maxLength: 30 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const hunks = hunksOf(before, after)
      const rebuilt = [...before]
      for (const { oldStart, removed, added } of [...hunks].reverse()) {
        expect(rebuilt.splice(oldStart - 1, removed.length, ...added)).toEqual(removed)
      }
      expect(rebuilt).toEqual(after)
      const edits = hunks.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0)
      expect(edits).toBe(before.length + after.length - 2 * longestCommon(before, after))
    }),
    { numRuns: 300, seed: 1 },
  )
})

test('texts with nothing in common are one place, soon', () => {
  const [before, after] = ['a', 'b'].map((letter) => Array.from({ length: 5_000 }, (_, index) => `${letter}${index}`))
  expect(hunksOf(before ?? [], after ?? [])).toHaveLength(1)
})

/** Length of the longest common subsequence, by the textbook's table. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  for (const [row, a] of left.entries()) {
    for (const [column, b] of right.entries()) {
      table[row + 1]![column + 1] =
        a === b ? table[row]![column]! + 1 : Math.max(table[row]![column + 1]!, table[row + 1]![column]!)
    }
  }
  return table[left.length]![right.length]!
}
