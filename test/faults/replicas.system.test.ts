/** Services that share a PostgreSQL database, each a process of its own, killed and paused in the middle of their work. */
import { describe, expect, test } from 'vitest'
import { noPostgres } from '../../packages/service/test/support/postgres.js'
import { startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { tellProgress } from './support/progress.js'
import { allEnded, judge, replica, submitTo, upstream } from './support/replicas.js'
import { expectBalance, sharedDatabase } from './support/shared-database.js'
import { watchTakeovers } from './support/takeovers.js'

describe.skipIf(noPostgres !== undefined)('services that share a database', () => {
  test('one killed and one paused: a third brings every acknowledged task to its end, and none is asked for twice', async () => {
    const [database, server] = [await sharedDatabase(), await upstream(60)]
    const [killed, paused, survivor] = await Promise.all([
      replica(database, server),
      replica(database, server),
      replica(database, server),
    ])
    const acknowledged = new Set<string>()
    const enough = 60
    const hang = new AbortController()
    const acknowledge = (id: string): boolean => {
      if (acknowledged.add(id).size === enough) {
        killed.process.kill('SIGKILL')
        paused.process.kill('SIGSTOP')
        hang.abort()
      }
      return acknowledged.size < enough + 20
    }
    await Promise.all(
      [killed, killed, paused, paused, survivor].map((service) =>
        submitTo(service, acknowledge, service === paused ? hang.signal : undefined),
      ),
    )
    const ended = await allEnded(survivor)
    paused.process.kill('SIGCONT')
    judge(acknowledged, ended, server)
    expect([...ended.values()].filter(({ status }) => status === 'completed').length).toBeGreaterThan(enough / 2)
    // What it still had in hand when it was stopped changes nothing any more.
    judge(acknowledged, await allEnded(paused), server)
    await expectBalance(database)
    expect(await survivor.end('SIGTERM')).toBe(0)
  })

  /** None in the ordinary run, 1,000 in the long one, or as many as MODEL_TASKS_KILLS says. */
  const kills = Number(process.env['MODEL_TASKS_KILLS'] ?? (process.env['MODEL_TASKS_LONG'] === '1' ? 1000 : 0))
  test.runIf(kills > 0)(
    `no acknowledged task is lost in ${kills} kills among three, and the others take each over within 15 s`,
    async () => {
      const [database, server] = [await sharedDatabase(), await upstream(0)]
      // In their own time: how long a takeover takes is what is measured.
      const start = (): Promise<ServiceProcess> => replica(database, server, { start: startProcess })
      const services = await Promise.all([start(), start(), start()])
      const takeovers = await watchTakeovers(database)
      const acknowledged = new Set<string>()
      let enough = 5
      for (let kill = 0; kill < kills; kill += 1) {
        const victim = services.shift()!
        const last = acknowledged.size + enough
        const acknowledge = (id: string): boolean => {
          if (acknowledged.add(id).size === last) victim.process.kill('SIGKILL')
          return acknowledged.size < last
        }
        await Promise.all([victim, victim, victim, ...services].map((service) => submitTo(service, acknowledge)))
        await victim.end('SIGKILL')
        services.push(await start())
        enough = 1 + ((enough * 7) % 31)
        tellProgress(kill + 1, kills, `${acknowledged.size} acknowledged, ${takeovers.count()} takeovers`)
      }
      const ended = await allEnded(services[0])
      const worst = await takeovers.stop()
      const failed = [...ended.values()].filter(({ status }) => status === 'failed').length
      process.stdout.write(
        `${acknowledged.size} acknowledged in ${kills} kills, ${ended.size} kept, ${failed} with an unknown outcome; ` +
          `${takeovers.count()} takeovers, the worst ${(worst / 1000).toFixed(1)} s after a last heartbeat\n`,
      )
      judge(acknowledged, ended, server)
      await expectBalance(database)
      expect(takeovers.count()).toBeGreaterThan(0)
      expect(worst).toBeLessThanOrEqual(15_000)
    },
    300_000 + kills * 10_000,
  )
})
