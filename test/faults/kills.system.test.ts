/** One service on SQLite, killed in the middle of submits and of everything that follows them. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStores } from '../../packages/service/src/keep/store/sqlite/open.js'
import { dataFolder, startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { tellProgress } from './support/progress.js'
import { allEnded, judge, settingsFor, submitTo, upstream } from './support/replicas.js'
import { expectSettled, payingAccount } from './support/shared-database.js'

/** 6 in the ordinary run, 1,000 in the long one, or as many as MODEL_TASKS_KILLS says. */
const kills = Number(process.env['MODEL_TASKS_KILLS'] ?? (process.env['MODEL_TASKS_LONG'] === '1' ? 1000 : 6))
const submitters = 8

test(
  `no acknowledged task is lost in ${kills} kills, none is asked for twice, and the ledger adds up`,
  async () => {
    const [data, server] = [dataFolder(), await upstream(1)]
    const apiKey = await payingAccount({ databaseUrl: undefined, dataDirectory: data })
    const start = async (): Promise<ServiceProcess> => ({
      ...(await startProcess(data, settingsFor(data, server))),
      apiKey,
    })
    const acknowledged = new Set<string>()
    let enough = 10
    for (let kill = 0; kill < kills; kill += 1) {
      const service = await start()
      const last = acknowledged.size + enough
      // Killed as soon as a varying number has been acknowledged, so that each kill falls into the middle of submits.
      const acknowledge = (id: string): boolean => {
        if (acknowledged.add(id).size === last) service.process.kill('SIGKILL')
        return true
      }
      await Promise.all(Array.from({ length: submitters }, () => submitTo(service, acknowledge)))
      await service.end('SIGKILL')
      enough = 1 + ((enough * 7) % 31)
      tellProgress(kill + 1, kills, `${acknowledged.size} acknowledged`)
    }
    const survivor = await start()
    const ended = await allEnded(survivor)
    await survivor.end('SIGKILL')
    const unknown = [...ended.values()].filter(({ status }) => status === 'failed').length
    process.stdout.write(
      `${acknowledged.size} acknowledged in ${kills} kills, ${ended.size} kept, ${unknown} with an unknown outcome\n`,
    )
    judge(acknowledged, ended, server)
    await expectSettled(await openSqliteStores(join(data, 'tasks.db')))
    expect(acknowledged.size).toBeGreaterThanOrEqual(kills)
  },
  300_000 + kills * 10_000,
)
