import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { noPostgres } from './server.mjs'

// A minute and a half of processor time for all on two cores; `npm run simulate` goes on for as long as it is told to.
test('every invariant holds in twenty seconds of new worlds', async () => {
  await simulate('--seconds', '20')
})

test('and in ten seconds of new worlds with a second gateway behind the first', async () => {
  await simulate('--chained', '--seconds', '10')
})

test.skipIf(noPostgres !== undefined)(
  'and in ten seconds of new worlds whose services share a PostgreSQL',
  async () => {
    await simulate('--services', '2', '--seconds', '10')
  },
)

async function simulate(...more: string[]): Promise<void> {
  const seed = String(Date.now())
  const command = fileURLToPath(new URL('run.mjs', import.meta.url))
  const words = ['--seed', seed, ...more]
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words]).catch((error: unknown) => {
    // The story says what broke; the seed plays it again.
    throw new Error(String(Object(error).stdout), { cause: error })
  })
  expect(stdout).toMatch(/\d+ runs, \d+ steps/)
}
