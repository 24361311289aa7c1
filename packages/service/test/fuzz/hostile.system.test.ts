/**
 * Random bytes that look like requests: broken, cut off, oversized, misencoded. The service answers each with something
 * below 500 or closes the connection, notes no fault of its own, tells nothing of itself, and goes on.
 */
import { describe, expect, test } from 'vitest'
import { silentLog } from '../../src/base/log.js'
import { exchange, hostileRequest } from '../support/hostile-requests.js'
import { emptyTables, noPostgres } from '../support/postgres.js'
import { seededRandom } from '../support/seeded-random.js'
import { image, testService } from '../support/service.js'

/** Requests to a service on either store; `npm run fuzz -- hostile` asks for more. */
const count = Number(process.env['MODEL_TASKS_FUZZ'] ?? 6000) / 2
const seed = Number(process.env['MODEL_TASKS_FUZZ_SEED'] ?? 5)
const atATime = 16
/** The memory that so many requests may leave behind, in bytes. */
const maxGrowth = 200 * 1024 * 1024

describe.each([
  ['SQLite', async () => undefined, false],
  ['PostgreSQL', emptyTables, noPostgres !== undefined],
])('on %s', (_store, database, missing) => {
  test.skipIf(missing)(
    `${count} hostile requests are answered below 500 or not at all, and the service goes on`,
    async () => {
      const faults: string[] = []
      // On a busy machine a heartbeat may be late; what follows from that is tested elsewhere.
      const isLate = (message: string): boolean =>
        message.startsWith('the heartbeat of this process could not be stored')
      const log = { ...silentLog, error: (message: string) => void (isLate(message) || faults.push(message)) }
      const settings = {
        databaseUrl: await database(),
        rateLimit: 'off',
        adminKey: 'an-admin-key-of-32-characters-00',
      } as const
      const { service, key, submit, ended, call } = await testService(settings, { log })
      const port = Number(new URL(service.url).port)
      const random = seededRandom(seed)
      globalThis.gc?.()
      const before = process.memoryUsage().rss
      let sent = 0
      const statuses = new Map<string, number>()
      const caller = async (): Promise<void> => {
        while (sent < count) {
          sent += 1
          const bytes = hostileRequest(random, key, true)
          const said = await exchange(port, bytes)
          const status = /^HTTP\/1\.1 (\d{3}) /.exec(said)?.[1] ?? 'closed'
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const shown = bytes.toString('latin1').slice(0, 2000)
          expect(status, `${shown}\n->\n${said}`).toMatch(/^([1-4]\d\d|501|505|closed)$/)
          expect(said, shown).not.toMatch(/node_modules|\.(ts|js):\d|ECONN|SQLITE|mt_a-key/)
          // Also of a request whose sender has left before the answer.
          expect(faults, shown).toEqual([])
        }
      }
      await Promise.all(Array.from({ length: atATime }, caller))
      expect(process.memoryUsage().rss - before).toBeLessThan(maxGrowth)
      for (const status of ['200', '400', '401', '404']) expect(statuses.get(status), status).toBeGreaterThan(0)
      expect((await ended((await submit(image)).body.id)).status).toBe('completed')
      expect((await call('GET', '/models')).status).toBe(200)
      expect(faults).toEqual([])
    },
    300_000 + count * 20,
  )
})
