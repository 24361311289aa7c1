/** What an operator may give, at the terminal and over HTTP: the bounds of each value, from both sides. */
import { expect, test } from 'vitest'
import { budgetOf, lowBalanceOf } from '../src/admit/accounts/budget-input.js'
import { keyOptions, type KeyOptions } from '../src/admit/accounts/key-options.js'
import { stateOf } from '../src/admit/accounts/keys.js'
import { amountOf, balanceOf, nameOf, positiveOf, referenceOf } from '../src/admit/accounts/operator-input.js'

const now = Date.parse('2026-11-20T10:00:00Z')

test.each<[string, KeyOptions]>([
  ['name=A=B', { name: 'A=B' }],
  ['expires=2026-11-21', { expires: Date.parse('2026-11-21') }],
  ['expires=2026-11-20T10:00:00.001Z', { expires: now + 1 }],
  ['expires=2028-02-29T12:30:00Z', { expires: Date.parse('2028-02-29T12:30:00Z') }],
  ['scopes=read', { scopes: ['read'] }],
  ['scopes=submit,read', { scopes: ['read', 'submit'] }],
  ['tasks=0', { quota: { tasks: 0 } }],
  ['tasks=12', { quota: { tasks: 12 } }],
  ['tasks=999999999', { quota: { tasks: 999_999_999 } }],
  ['credits=0', { quota: { credits: 0 } }],
  ['credits=12.5', { quota: { credits: 12_500_000 } }],
  ['credits=999999999', { quota: { credits: 999_999_999_000_000 } }],
  ['credits=0.123456', { quota: { credits: 123_456 } }],
  ['tasks=5 credits=0.5', { quota: { tasks: 5, credits: 500_000 } }],
])('a key may be given %s', (words, options) => {
  expect(keyOptions(words.split(' '), now)).toEqual(options)
})

test.each([
  ['name', '"name" is not an option of a key; use name=…'],
  ['colour=red', '"colour" is not an option of a key; use name=…'],
  ['tasks=1 tasks=1', 'tasks was given more than once; give it once'],
  ['name=', 'name must be 1 to 80 characters'],
  ...[
    '2026-11-20',
    '2026-11-20T10:00:00Z',
    '2027-02-30',
    '2027-13-01',
    '2027-1-31',
    '12027-01-31',
    '2027-01-31T12Z',
  ].map((time) => [`expires=${time}`, 'expires must be a date to come, in UTC']),
  ...['2027-01-31T12:00:00', '2027-01-31TZ', '2027-01-31 ', 'tomorrow', ''].map((time) => [
    `expires=${time}`,
    'expires must be a date to come, in UTC',
  ]),
  ...['', 'write', 'read,', 'read,read', 'read,write'].map((scopes) => [
    `scopes=${scopes}`,
    'scopes must be read, submit, assets',
  ]),
  ...['', '-1', '1.5', '1000000000', '5x', 'x5'].map((tasks) => [`tasks=${tasks}`, 'tasks must be an integer from 0']),
  ...['', '-1', '1.', '.5', '1.1234567', '1000000000', '5x', 'x5'].map((credits) => [
    `credits=${credits}`,
    'credits must be a number from 0',
  ]),
])('a key may not be given %s', (words, message) => {
  const typed = words.endsWith(' ') ? [words] : words.split(' ')
  expect(() => keyOptions(typed, now)).toThrow(message)
})

test('a key is expired from the moment on that it is given', () => {
  const at = new Date(now).toISOString()
  expect(stateOf({ revoked: false, expires: now }, now)).toBe(`expired ${at}`)
  expect(stateOf({ revoked: false, expires: now }, now - 1)).toBe(`valid until ${at}`)
  expect(stateOf({ revoked: false, expires: undefined }, now)).toBe('valid')
  expect(stateOf({ revoked: true, expires: now }, now)).toBe('revoked')
})

test('a name has up to 80 characters and a reference 200, of one line, and no space at the ends of a reference', () => {
  for (const name of ['x', ' x ', '船'.repeat(80), '😀'.repeat(80)]) expect(nameOf(name)).toBe(name)
  for (const name of ['', 'x'.repeat(81), 'a\nb', 'a\u2028b', 'a\u2029b', '\ud83d', 'a\0'])
    expect(() => nameOf(name), JSON.stringify(name)).toThrow('name must be 1 to 80 characters without line breaks')
  for (const reference of ['x', 'invoice 7', '😀'.repeat(200)]) expect(referenceOf(reference)).toBe(reference)
  for (const reference of ['', ' x', 'x ', 'x'.repeat(201), 'a\nb'])
    expect(() => referenceOf(reference), JSON.stringify(reference)).toThrow('reference must be 1 to 200 characters')
})

test('an amount of credits is a number with up to six decimals, in the bounds of what it is for', () => {
  expect(['100', '2.5', '0', '0.123456'].map(balanceOf)).toEqual([100_000_000, 2_500_000, 0, 123_456])
  expect(['100', '-2.5'].map(amountOf)).toEqual([100_000_000, -2_500_000])
  expect(positiveOf('0.000001')).toBe(1)
  expect(() => balanceOf('-1')).toThrow('credits must be 0 or more')
  expect(() => amountOf('0')).toThrow('credits must not be 0')
  for (const words of ['0', '-1']) expect(() => positiveOf(words)).toThrow('credits must be more than 0, or off')
  for (const words of ['', 'x5', '5x', '1.', '.5', '1.1234567', '--1', '8589934593', '99999999999999999999'])
    expect(() => amountOf(words), words).toThrow('credits must be a number with at most 6 decimals, such as 100 or 2.5')
  expect(amountOf('8589934592')).toBe(8_589_934_592_000_000)
})

test('a budget rejects unless it is said to warn, and is told at 80 % unless another share is given, or none', () => {
  const words = { subject: 'poor', period: 'day', credits: '5' }
  const budget = { subject: 'poor', period: 'day', credits: 5_000_000, hard: true, warn: 80 }
  expect(budgetOf(words)).toEqual(budget)
  expect(budgetOf({ ...words, mode: 'warn', warn: '1' })).toEqual({ ...budget, hard: false, warn: 1 })
  expect(budgetOf({ ...words, mode: 'hard', warn: '99' })).toEqual({ ...budget, warn: 99 })
  expect(budgetOf({ ...words, period: 'month', warn: 'off' })).toEqual({ ...budget, period: 'month', warn: undefined })
  expect(() => budgetOf({ ...words, mode: 'soft' })).toThrow('"soft" must be hard')
  expect(() => budgetOf({ ...words, period: 'year' })).toThrow('"year" is not a period; use day or month (UTC)')
  for (const warn of ['', '0', '05', '100', '8x', 'x8', '1.5'])
    expect(() => budgetOf({ ...words, warn }), warn).toThrow('must be an integer from 1 to 99')
  expect([lowBalanceOf('off'), lowBalanceOf('0.5')]).toEqual([undefined, 500_000])
  expect(() => lowBalanceOf('0')).toThrow('credits must be more than 0, or off')
})
