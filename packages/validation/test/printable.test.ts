import { expect, test } from 'vitest'
import { printable } from '@model-tasks/validation/printable'

test.each([
  ['a line break and the spaces around it', 'one \r\n  two', 'one two'],
  ['the line and the paragraph separator', 'one\u2028two\u2029three', 'one two three'],
  ['escape sequences', 'a\u001b[2Jb\u009b1m', 'a[2Jb1m'],
  ['marks that turn the order of characters round', '\u202egnp.4pm\u202c \u2066x\u2069 \u200f\u061c', 'gnp.4pm x '],
])('%s leave nothing that a terminal acts on', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('letters of every script, and characters made of several, stay as they are', () => {
  for (const text of ['ein Übergang', '一只猫', 'שלום', '👩‍🚀 e\u0301']) expect(printable(text)).toBe(text)
})
