/** Services that share a PostgreSQL database, each a process of its own, killed and paused in the middle of their work. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { noPostgres } from '../../packages/service/test/support/postgres.js'
import { startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { folderFor, sharedDatabase, type SharedDatabase } from './support/shared-database.js'

interface ListedTask {
  id: string
  status: string
  error: string | null
}

/** An upstream that keeps no idempotency keys: a second POST would be a second task. The first so many queries find nothing done. */
async function upstream(polls: number): Promise<FaultServer> {
  const server = await startFaultServer({ script: [{ status: 'completed' }] })
  server.next('query', ...Array.from({ length: polls }, () => faults.taskWith({ status: 'processing' })))
  onTestFinished(() => server.close())
  return server
}

/** Starts one more service on the database, with a folder of its own. */
async function replica(database: SharedDatabase, { baseUrl, apiKey }: FaultServer): Promise<ServiceProcess> {
  const data = folderFor(database)
  const config = join(data, 'config.json')
  writeFileSync(config, JSON.stringify({ unknownOutcomeSeconds: 1, shutdownTimeoutSeconds: 1 }))
  return startProcess(data, {
    MODEL_TASKS_DATABASE_URL: database.url,
    MODEL_TASKS_PROVIDER: 'relay',
    MODEL_TASKS_UPSTREAM_URL: baseUrl,
    MODEL_TASKS_UPSTREAM_KEY: apiKey,
    MODEL_TASKS_CHECK_MEDIA: 'off',
    MODEL_TASKS_RATE_LIMIT: 'off',
    MODEL_TASKS_CONFIG: config,
  })
}

/** Submits one task after another until the service is dead, enough were acknowledged, or nobody waits any more. */
async function submitTo(
  { baseUrl, apiKey }: ServiceProcess,
  acknowledge: (id: string) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${baseUrl}/v2/model-center/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'beta-5.0', prompt: 'a paper boat' }),
        signal: signal ?? null,
      })
      const task = (await response.json()) as ListedTask
      if (response.status === 200 && !acknowledge(task.id)) return
    } catch {
      return
    }
  }
}

/** All tasks of the account, once all of them have ended. */
async function allEnded({ baseUrl, apiKey }: ServiceProcess): Promise<Map<string, ListedTask>> {
  for (;;) {
    const tasks = new Map<string, ListedTask>()
    for (let after: string | undefined = ''; after !== undefined;) {
      const response: Response = await fetch(`${baseUrl}/v2/model-center/tasks?limit=100&after=${after}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      })
      const page = (await response.json()) as { data: ListedTask[]; next?: string }
      for (const task of page.data) tasks.set(task.id, task)
      after = page.next
    }
    if ([...tasks.values()].every(({ status }) => status === 'completed' || status === 'failed')) return tasks
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}

/** How often the upstream was asked for each task of ours. */
function asked({ requests }: FaultServer): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { route, headers } of requests) {
    const key = String(headers['idempotency-key'])
    if (route === 'submit') counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function judge(acknowledged: ReadonlySet<string>, ended: ReadonlyMap<string, ListedTask>, server: FaultServer): void {
  const posts = asked(server)
  expect(
    [...acknowledged].filter((id) => !ended.has(id)),
    'lost',
  ).toEqual([])
  expect(
    [...posts].filter(([, times]) => times > 1),
    'asked for twice',
  ).toEqual([])
  for (const { id, status, error } of ended.values()) {
    if (status === 'completed') expect(posts.get(id)).toBe(1)
    // Cut off between the question and the note of its answer: nobody may ask again.
    else expect(error).toMatch(/^outcome unknown/)
  }
}

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
    expect(await survivor.end('SIGTERM')).toBe(0)
  })

  test.runIf(process.env['MODEL_TASKS_LONG'] === '1')(
    'no acknowledged task is lost in 100 kills',
    async () => {
      const [database, server] = [await sharedDatabase(), await upstream(0)]
      const acknowledged = new Set<string>()
      let enough = 5
      let steady = await replica(database, server)
      for (let kill = 0; kill < 100; kill += 1) {
        const victim = steady
        steady = await replica(database, server)
        const last = acknowledged.size + enough
        const acknowledge = (id: string): boolean => {
          if (acknowledged.add(id).size === last) victim.process.kill('SIGKILL')
          return acknowledged.size < last
        }
        await Promise.all([victim, victim, victim, steady].map((service) => submitTo(service, acknowledge)))
        await victim.end('SIGKILL')
        enough = 1 + ((enough * 7) % 31)
      }
      const ended = await allEnded(steady)
      judge(acknowledged, ended, server)
      const failed = [...ended.values()].filter(({ status }) => status === 'failed').length
      process.stdout.write(
        `${acknowledged.size} acknowledged in 100 kills, ${ended.size} kept, ${failed} with an unknown outcome\n`,
      )
    },
    600_000,
  )
})
