import { rmSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { digestOf } from '../digest.js'
import { kept } from '../load/kept.js'

/** What a test keeps, and the file that it is kept in, which is gone after the test. */
function place(name: string): { inputs: readonly [string, string, number]; file: URL } {
  const inputs = ['a test of what is kept', name, process.pid] as const
  const file = new URL(`../dist/kept/${digestOf(JSON.stringify(inputs))}.kept`, import.meta.url)
  onTestFinished(() => {
    rmSync(file, { force: true })
  })
  return { inputs, file }
}

const never = (): never => {
  throw new Error('made again')
}

test('gives back what was kept', () => {
  const { inputs } = place('right')
  expect(kept(inputs, () => '["right"]\n')).toBe('["right"]\n')
  expect(kept(inputs, never)).toBe('["right"]\n')
})

test.each([
  ['is empty, as after a loss of power', ''],
  ['breaks off', '["rig'],
  ['is another text of the same form', '["wrong"]\n'],
  ['is in no form at all', 'garbage{'],
])('makes again what %s', (which, spoilt) => {
  const { inputs, file } = place(which)
  writeFileSync(file, spoilt)
  expect(kept(inputs, () => '["anew"]\n')).toBe('["anew"]\n')
  expect(kept(inputs, never)).toBe('["anew"]\n')
})
