import { expect, test } from 'vitest'
import { diffCatalogues } from '../../diff/index.js'
import { patternLengths } from '../../diff/pattern-lengths.js'
import { edited } from './catalogue.js'
import { every, rule } from './edits.js'

test('a translation that changed is told by its language, with both texts', () => {
  const after = edited(
    every,
    rule((entry) => void Object.assign(entry['x-rule']!.message!, { zh: '只能用一个' })),
  )
  expect(diffCatalogues(edited(), after).map(({ subject, message }) => `${subject} ${message}`)).toEqual([
    'every-kind voice-or-masks has the Chinese message "只能用一个" (before: "请只用 voice 或 masks 之一")',
  ])
})

test.each([
  ['^#[0-9a-f]{6}$', 7, 7],
  ['^(a|bcd?)+x*$', 1, Infinity],
  ['^(?:ab|[^\\]c]{2,4})\\.$', 3, 5],
  ['abc', 3, Infinity],
  ['^a$|^bcd$', 1, 3],
  ['^a|b$', 1, Infinity],
  ['', 0, Infinity],
  ['^(0|[1-9][0-9]{0,18})?\\x41$', 1, 20],
])('strings of %s have from %d to %d characters', (pattern, least, most) => {
  expect(patternLengths(pattern)).toEqual({ least, most })
})
