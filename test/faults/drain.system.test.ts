/** One of two services that share a PostgreSQL database is drained while it has tasks. */
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../packages/service/src/commands/administration/run.js'
import { noPostgres } from '../../packages/service/test/support/postgres.js'
import { dataFolder } from '../e2e/support/service-process.js'
import { allEnded, judge, replica, submitTo, upstream } from './support/replicas.js'
import { expectBalance, sharedDatabase } from './support/shared-database.js'

describe.skipIf(noPostgres !== undefined)('services that share a database', () => {
  test('a drained one becomes empty, and the other brings its tasks to their end: none is lost or asked for twice', async () => {
    const [database, server] = [await sharedDatabase(), await upstream(200)]
    const [drained, other] = await Promise.all([replica(database, server), replica(database, server)])
    const settings = { databaseUrl: database.url, dataDirectory: dataFolder() }
    const run = async (...words: string[]): Promise<string[]> => {
      const lines: string[] = []
      await runCommand(words, settings, (line) => lines.push(line))
      return lines
    }
    const name = (await run('process', 'list'))
      .map((line) => line.split(' ')[0] ?? '')
      .find((one) => one.endsWith(`:${drained.process.pid}`))
    const acknowledged = new Set<string>()
    const hang = new AbortController()
    const acknowledge = (id: string): boolean => {
      if (acknowledged.add(id).size === 30) void run('process', 'drain', name ?? '')
      return acknowledged.size < 60
    }
    const submitting = [drained, drained, other].map((service) =>
      submitTo(service, acknowledge, service === drained ? hang.signal : undefined),
    )
    const state = async (): Promise<string | undefined> =>
      (await run('process', 'list')).find((line) => line.startsWith(`${name} `))
    await expect.poll(state).toMatch(/empty$/)
    hang.abort()
    await Promise.all(submitting)
    const refused = await fetch(`${drained.baseUrl}/v2/model-center/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${drained.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'beta-5.0', prompt: 'a paper boat' }),
    })
    expect(refused.status).toBe(503)
    const ended = await allEnded(drained)
    judge(acknowledged, ended, server)
    expect([...ended.values()].filter(({ status }) => status === 'completed').length).toBeGreaterThan(
      acknowledged.size / 2,
    )
    expect(await drained.end('SIGTERM')).toBe(0)
    expect(await other.end('SIGTERM')).toBe(0)
    await expectBalance(database)
  })
})
