import { describe, expect, onTestFinished, test } from 'vitest'
import { dataFolder, startProcess } from '../../../test/e2e/support/service-process.js'
import { noPostgres, startPostgres } from './support/postgres.js'
import { cuttable, startStandby } from './support/standby.js'

describe.skipIf(noPostgres !== undefined)('with a primary and its standby behind one address', () => {
  test('a service ends once its address leads to another database, and the next one begins on that', async () => {
    const primary = await startPostgres()
    onTestFinished(() => primary.stop())
    const address = new URL(primary.url)
    const way = await cuttable(address.hostname, Number(address.port))
    onTestFinished(() => way.close())
    address.port = String(way.port)
    const data = dataFolder()
    const environment = { MODEL_TASKS_DATABASE_URL: address.href }
    const service = await startProcess(data, environment)
    const exit = new Promise((resolve) => service.process.once('exit', resolve))
    const standby = await startStandby(primary)
    onTestFinished(() => standby.stop())
    await standby.caughtUp()
    await standby.promote()
    way.to(Number(new URL(standby.url).port))
    expect(await exit).toBe(1)
    expect(service.output()).toContain('the database is another one than at the start')
    const next = await startProcess(data, environment)
    expect(next.output()).toContain('nothing was lost with the former database')
    expect(await next.end('SIGTERM')).toBe(0)
  })
})
