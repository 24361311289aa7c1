import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { noPostgres } from './support/postgres-server.js'

const bench = fileURLToPath(new URL('../../../test/bench/engine/run.mjs', import.meta.url))

test.skipIf(noPostgres !== undefined)(
  'the part of the engine benchmark that is ours runs, loses no task and asks for none twice',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [bench, 'ours', '0.05'])
    const cells = [...stdout.matchAll(/^\| ([^|]*[^| ]) \| ([^|]+) \|$/gm)].map(([, title, value]) => [title, value])
    const row = Object.fromEntries(cells) as Record<string, string>
    expect(Object.keys(row)).toHaveLength(13)
    expect(row['kills: tasks lost / asked for twice']).toBe('0 / 0')
    expect(Number(row['submits per second, 64 at a time'])).toBeGreaterThan(0)
    for (const [title, value] of cells)
      if (/ start$|takeover/.test(title ?? '')) expect(value, title).not.toMatch(/^not in/)
  },
)
