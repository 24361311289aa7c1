import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { noPostgres } from './support/postgres-server.js'

const bench = fileURLToPath(new URL('../../../test/bench/running/run.mjs', import.meta.url))

test.skipIf(noPostgres !== undefined)(
  'the benchmark of running tasks follows each of them at both upstreams, in fewer requests at the one that takes lists',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [bench, '200', '2', '7'])
    const [, lists = '', single = ''] = /^\| requests per second \| (\d+) \| (\d+) \|$/m.exec(stdout) ?? []
    expect(Number(single)).toBeGreaterThan(5 * Number(lists))
    const [, median = ''] = /^\| between two polls of a task, .*? \| ([\d.]+), /m.exec(stdout) ?? []
    expect(Number(median)).toBeGreaterThanOrEqual(5)
    expect(stdout).toMatch(/^\| a million polled every 5 s: .* \| [\d.]+ \| [\d.]+ \|$/m)
  },
)
