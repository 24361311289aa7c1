import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const classes: Record<string, [number, number][]> = JSON.parse(
  await readFile(new URL('../../../spec/text.json', import.meta.url), 'utf8'),
)

test.each([
  ['han', /\p{Script=Han}/u],
  ['latin', /(?=\p{L})\p{Script=Latin}/u],
  ['space', /\p{White_Space}/u],
  // What the emitted validators exclude from a media reference as \s, and its pattern does not.
  ['blank', /(?![\x00-\x20\x7F-\xA0])\s/],
])('%s holds exactly what Unicode says, as far as this engine knows the character', (name, expected) => {
  const ranges = classes[name]!
  const wrong: string[] = []
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point)
    if (/\p{Unassigned}|\p{Surrogate}/u.test(character)) continue
    const inRange = ranges.some(([first, last]) => point >= first && point <= last)
    if (inRange !== expected.test(character)) wrong.push(point.toString(16))
  }
  expect(wrong).toEqual([])
})

test('ranges rise and do not touch', () => {
  for (const ranges of Object.values(classes)) {
    for (const [index, [first, last]] of ranges.entries()) {
      expect(first).toBeLessThanOrEqual(last)
      if (index > 0) expect(first).toBeGreaterThan(ranges[index - 1]![1] + 1)
    }
  }
})
