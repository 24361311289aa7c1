import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const bench = fileURLToPath(new URL('../../../test/bench/service/run.mjs', import.meta.url))

test('the benchmark of the service runs to its end in one short round, and every request is answered', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [bench, '1', '0.05'], {
    env: { PATH: process.env.PATH },
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^start to first answer: median [\d.]+ s, best [\d.]+ s /m)
  for (const row of [
    'query \\| bare node:http',
    'submit \\| bare node:http, keeps nothing',
    'submit \\| node:http, a commit per request',
    'submit \\| node:http, a commit per batch',
  ])
    expect(stdout).toMatch(
      new RegExp(
        `^\\| ${row} \\| \\d+ \\| \\d+ \\| [\\d.]+ \\([\\d.]+ to [\\d.]+\\) \\| .* \\| [\\d.]+ \\| [\\d.]+ \\|$`,
        'm',
      ),
    )
})
