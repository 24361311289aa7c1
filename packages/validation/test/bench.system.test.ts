import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('our part of the benchmark of the validators runs to its end, without the peers', async () => {
  const script = join(import.meta.dirname, '../../../test/bench/validators/run.mjs')
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, '--ours'])
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ours +\d+ +\d+ +\d+ +\d+ +\d+ +\d+ +\d+ +[\d.]+ +\d+$/m)
  expect(stdout).toMatch(/^largest of ours: \S+, \d+ B gz/m)
  expect(stdout).toMatch(/^added to JSON\.parse of the same body: \d+%/m)
})
