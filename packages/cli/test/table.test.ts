import { describe, expect, test } from 'vitest'
import { createPaint } from '../src/terminal/paint.js'
import { bar } from '../src/terminal/progress.js'
import { fit, table } from '../src/terminal/table.js'
import { widthOf } from '../src/terminal/width.js'

describe('width', () => {
  test.each([
    ['abc', 3],
    ['一只纸船', 8],
    ['a一', 3],
    ['😀', 2],
    ['👩‍👩‍👧', 2],
    ['e\u0301', 1],
    ['ｆｕｌｌ', 8],
    ['한글', 4],
    ['\x1b[31mred\x1b[39m', 3],
    ['█▌░', 3],
    ['…', 1],
    ['', 0],
  ])('%j takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })
})

describe('table', () => {
  test('aligns Chinese with Latin', () => {
    expect(
      table([
        ['船', 'x'],
        ['boat', 'y'],
      ]),
    ).toBe('船    x\nboat  y\n')
  })
  test('colours do not move columns', () => {
    const paint = createPaint(true)
    expect(
      table([
        [paint.bad('no'), 'x'],
        ['maybe', 'y'],
      ]),
    ).toBe('\x1b[31mno\x1b[39m     x\nmaybe  y\n')
  })
  test('the widest column gives way, and no row is wider than asked for', () => {
    const text = table(
      [
        ['id', '一'.repeat(40), 'end'],
        ['a longer id', 'short', 'x'],
      ],
      40,
    )
    for (const line of text.trimEnd().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(40)
    expect(text).toContain('…')
    expect(text).toContain('a longer id')
  })
})

test('columns that someone will copy are never cut, and others may go on below', () => {
  expect(table([['task_0123456789', 'some longer words here']], 26, { whole: [0], wrapped: [1] })).toBe(
    'task_0123456789  some\n                 longer\n                 words\n                 here\n',
  )
})

test('where cells that are never cut do not fit side by side, a row goes on below, indented', () => {
  const rows = [
    ['2026-01-02', 'completed', 'task_0123456789abcdef', 'sd_2.0_discount'],
    ['2026-01-03', 'failed', 'task_fedcba9876543210', ''],
  ]
  expect(table(rows, 40, { whole: [0, 1, 2, 3] })).toBe(
    '2026-01-02  completed\n  task_0123456789abcdef  sd_2.0_discount\n2026-01-03  failed\n  task_fedcba9876543210\n',
  )
  expect(table(rows, 60, { whole: [0, 1, 2, 3] }).split('\n')).toHaveLength(4)
  expect(table(rows, 61, { whole: [0, 1, 2, 3] }).split('\n')).toHaveLength(3)
})

test('fit cuts at a character, never in a colour', () => {
  expect(fit('一二三四', 5)).toBe('一二…')
  expect(fit('一二三四', 8)).toBe('一二三四')
  expect(fit('\x1b[31mabcdef\x1b[39m', 4)).toBe('\x1b[31mabc\x1b[39m…')
})

test('a bar is always as wide', () => {
  for (const fraction of [-1, 0, 0.001, 0.333, 0.5, 0.999, 1, 2]) expect(bar(fraction)).toHaveLength(24)
  expect(bar(0.5)).toBe('████████████░░░░░░░░░░░░')
})
