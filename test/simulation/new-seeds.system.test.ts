import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('every invariant holds in a minute of new worlds', async () => {
  const seed = String(Date.now())
  const command = fileURLToPath(new URL('run.mjs', import.meta.url))
  const words = ['--seed', seed, '--seconds', '60']
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words]).catch((error: unknown) => {
    // The story says what broke; the seed plays it again.
    throw new Error(String(Object(error).stdout), { cause: error })
  })
  expect(stdout).toMatch(/\d+ runs, \d+ steps/)
})
