import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the benchmark of the sandbox runs to its end, with or without ffmpeg', async () => {
  const script = join(import.meta.dirname, '../../../test/bench/sandbox/run.mjs')
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, '1', 'image, 2K'])
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^\| image, 2K \| \d+ \| \d+ \| \d+ \| \d+ \| – \|$/m)
})
