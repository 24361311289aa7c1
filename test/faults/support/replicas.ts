import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { expect, onTestFinished } from 'vitest'
import type { S3Settings } from '../../../packages/service/src/keep/files/s3-store.js'
import type { ServiceProcess } from '../../e2e/support/service-process.js'
import { startFast } from './fast-process.js'
import { folderFor, type SharedDatabase } from './shared-database.js'

export interface ListedTask {
  id: string
  status: string
  error: string | null
}

/** An upstream that keeps no idempotency keys: a second POST would be a second task. The first so many queries find nothing done. */
export async function upstream(polls: number): Promise<FaultServer> {
  const server = await startFaultServer({
    script: [{ status: 'completed' }],
    result: { bytes: Buffer.from('a small result') },
  })
  server.next('query', ...Array.from({ length: polls }, () => faults.taskWith({ status: 'processing' })))
  onTestFinished(() => server.close())
  return server
}

/** Starts one more service on the database, with a folder of its own; its time runs faster unless told otherwise. */
export async function replica(
  database: SharedDatabase,
  server: FaultServer,
  { start = startFast, s3 }: { start?: typeof startFast; s3?: S3Settings } = {},
): Promise<ServiceProcess> {
  const data = folderFor(database)
  return start(data, {
    ...settingsFor(data, server, s3 && { s3: s3Member(s3) }),
    MODEL_TASKS_DATABASE_URL: database.url,
  })
}

/** The settings of a service that forwards its tasks to the upstream. A file of the folder holds those that have no variable, and `more`. */
export function settingsFor(data: string, { baseUrl, apiKey }: FaultServer, more?: object): Record<string, string> {
  const config = join(data, 'config.json')
  writeFileSync(config, JSON.stringify({ unknownOutcomeSeconds: 1, shutdownTimeoutSeconds: 1, ...more }))
  return {
    MODEL_TASKS_PROVIDER: 'relay',
    MODEL_TASKS_UPSTREAM_URL: baseUrl,
    MODEL_TASKS_UPSTREAM_KEY: apiKey,
    MODEL_TASKS_CHECK_MEDIA: 'off',
    MODEL_TASKS_RATE_LIMIT: 'off',
    MODEL_TASKS_CONFIG: config,
  }
}

/** The member `s3` of a configuration file. */
export function s3Member({ credentials, ...place }: S3Settings): object {
  return { ...place, ...credentials }
}

/** Submits one task after another until the service is dead, enough were acknowledged, or no test waits any more. */
export async function submitTo(
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
      if (response.status !== 200) await pause()
    } catch {
      return
    }
  }
}

/** All tasks of the account, once all of them have ended. */
export async function allEnded({ baseUrl, apiKey }: ServiceProcess): Promise<Map<string, ListedTask>> {
  for (;;) {
    const tasks = new Map<string, ListedTask>()
    for (let after: string | undefined = ''; after !== undefined;) {
      const response: Response = await fetch(`${baseUrl}/v2/model-center/tasks?limit=100&after=${after}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      })
      if (response.status !== 200) {
        await pause()
        continue
      }
      const page = (await response.json()) as { data: ListedTask[]; next?: string }
      for (const task of page.data) tasks.set(task.id, task)
      after = page.next
    }
    if ([...tasks.values()].every(({ status }) => status === 'completed' || status === 'failed')) return tasks
    await pause()
  }
}

/** Gives the other processes of a test time to go on. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100)
  })
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

/** Holds what became of the tasks against what was promised when they were acknowledged. */
export function judge(
  acknowledged: ReadonlySet<string>,
  ended: ReadonlyMap<string, ListedTask>,
  server: FaultServer,
): void {
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
    // Cut off between the question and the note of its answer: no process may ask again.
    else expect(error).toMatch(/^outcome unknown/)
  }
}
