import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../src/administration/run.js'
import { openPostgresStores } from '../src/store/postgres/open.js'
import { expectBalanced } from './contracts/ledger.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'
import { ended, relay, upstream, upstreamOf } from './support/relay.js'
import { video } from './support/service.js'

const count = 8

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test('PostgreSQL: neither a restored backup nor a database that fell behind buys again what was bought since', async () => {
    const [from, to, alpha] = [await emptyDatabase(), await emptyDatabase(), await upstream()]
    const run = async (databaseUrl: string, dataDirectory: string, ...words: string[]): Promise<string[]> => {
      const lines: string[] = []
      await runCommand(words, { dataDirectory, databaseUrl, s3: undefined }, (line) => lines.push(line))
      return lines
    }
    // Nothing listens there: it is proved that nothing was sent.
    const nobody = upstreamOf({ name: 'alpha', baseUrl: 'http://127.0.0.1:9', apiKey: alpha.apiKey })
    const behind = upstreamOf({ name: 'alpha', baseUrl: alpha.baseUrl, apiKey: alpha.apiKey })
    const waiting = await relay(nobody, undefined, { databaseUrl: from })
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) ids.push((await waiting.call('POST', '/tasks', video)).body.id)
    const shows = async (id: string): Promise<string> => (await run(from, waiting.folder, 'queue', 'show', id))[0] ?? ''
    while (!(await shows(ids[0]!)).includes('submission none'))
      await waiting.meanwhile(new Promise((resolve) => setTimeout(resolve, 20)))
    await waiting.close()
    const target = join(temporaryFolder(), 'backup')
    await run(from, waiting.folder, 'backup', target)
    // The record says that it is whole once every process writes to it: here that was so from the first task on.
    const bought = await relay(behind, waiting, { databaseUrl: from })
    for (const id of ids) await bought.when(id, ended)
    await bought.close()
    expect(alpha.count('submit')).toBe(count)
    const folder = temporaryFolder()
    const lines = await run(to, folder, 'restore', target, waiting.folder)
    expect(lines.at(-1)).toMatch(new RegExp(`^${count} tasks set aside`))
    const restored = await relay(behind, { ...waiting, folder }, { databaseUrl: to })
    for (let turn = 0; turn < 40; turn += 1) await restored.meanwhile(new Promise((resolve) => setTimeout(resolve, 5)))
    await restored.close()
    expect(alpha.count('submit'), 'after the restore').toBe(count)
    expect(await run(to, folder, 'restored', 'fail', 'all')).toEqual([`${count} tasks failed`])
    const stores = await openPostgresStores(to)
    onTestFinished(() => stores.close())
    await expectBalanced(stores.accounts)

    // A standby that had not received what followed, put in the place of its primary.
    const client = new pg.Client(from)
    await client.connect()
    await client.query(
      `UPDATE task SET submission = 'none', submission_at = NULL, submission_reference = NULL, submission_attempts = 0, stage = 'waiting', status = 'queued',
        result_file = NULL, ended = NULL, error = NULL, not_before = 0`,
    )
    await client.end()
    expect((await run(from, waiting.folder, 'restored', 'hold')).at(-1)).toMatch(
      new RegExp(`^${count} tasks set aside`),
    )
    const promoted = await relay(behind, waiting, { databaseUrl: from })
    for (let turn = 0; turn < 40; turn += 1) await promoted.meanwhile(new Promise((resolve) => setTimeout(resolve, 5)))
    expect(alpha.count('submit'), 'after the failover').toBe(count)
    expect(await run(from, waiting.folder, 'restored', 'list')).toHaveLength(count)
  })
})
