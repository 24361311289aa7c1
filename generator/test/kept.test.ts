import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { digestOf } from '../digest.js'
import { kept } from '../load/kept.js'

const inputs = ['a test of what is kept', process.pid]
const file = new URL(`../dist/kept/${digestOf(JSON.stringify(inputs))}.kept`, import.meta.url)
afterAll(() => {
  rmSync(file, { force: true })
})

const never = (): never => {
  throw new Error('made again')
}

test('gives back what was kept', () => {
  expect(kept(inputs, () => '["right"]\n')).toBe('["right"]\n')
  expect(kept(inputs, never)).toBe('["right"]\n')
})

test.each([
  ['is empty, as after a loss of power', ''],
  ['breaks off', '["rig'],
  ['is another text of the same form', '["wrong"]\n'],
  ['is in no form at all', 'garbage{'],
])('makes again what %s', (_, spoilt) => {
  writeFileSync(file, spoilt)
  expect(kept(inputs, () => '["anew"]\n')).toBe('["anew"]\n')
  expect(kept(inputs, never)).toBe('["anew"]\n')
})
