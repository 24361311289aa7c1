import { startFaultServer, type FaultServer, type FaultServerOptions } from '@model-tasks/client/testing'
import { onTestFailed, onTestFinished } from 'vitest'
import { silentLog } from '../../src/base/log.js'
import type { ReloadOutcome } from '../../src/settings/reload.js'
import { defaultSettings, upstreamLimits, type Settings, type Upstream } from '../../src/settings/settings.js'
import { startService } from '../../src/compose/start.js'
import { temporaryFolder } from './folder.js'
import { ManualClock, settle } from './manual-clock.js'
import { patient } from './postgres.js'
import { answerOf, type Answer, type AnswerBody } from './service.js'

/** A service that forwards tasks. */
export interface Relay {
  clock: ManualClock
  url: string
  folder: string
  key: string
  /** What was logged as an error: the message and the error's own. */
  errors: string[]
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** Queries until the condition holds, while the time of the service goes on. */
  when(id: string, condition: (task: AnswerBody) => boolean): Promise<AnswerBody>
  /** Waits for something while the time of the service goes on. */
  meanwhile<T>(awaited: Promise<T>): Promise<T>
  /** Has the service take other upstreams over while it runs, and other settings with them. */
  reload(behind: Behind | readonly Behind[], settings?: Partial<Settings>): Promise<ReloadOutcome>
  /** Resolves where its database turns out to be another one. */
  databaseLeft: Promise<void>
  close(): Promise<void>
}

/** An upstream, as far as it is not as usual. */
export type Behind = Pick<Upstream, 'baseUrl' | 'apiKey'> & Partial<Upstream>

/** How far the clock goes on at a time, in milliseconds: less than the time between two heartbeats. */
const step = 1000
/** How often it goes on between two queries, which take longer than what happens in that time. */
const stepsPerQuery = 4

/** Settings of an upstream. */
export function upstreamOf({ baseUrl, apiKey, ...more }: Behind): Upstream {
  return { name: 'default', models: undefined, modelIds: {}, ...upstreamLimits, ...more, baseUrl, apiKey }
}

/**
 * A service in front of these; after `before` it is the next start on the same folder. In a shared database it counts as alive for
 * long after a heartbeat: the clock goes on by seconds while PostgreSQL answers one, and with the usual six seconds of life a service
 * on a busy machine lost its tasks to itself again and again, so that some tests took minutes.
 */
export async function relay(
  behind: Behind | readonly Behind[],
  before?: Pick<Relay, 'clock' | 'folder'> & Partial<Pick<Relay, 'key'>>,
  settings: Partial<Settings> = {},
): Promise<Relay> {
  const folder = before?.folder ?? temporaryFolder()
  const clock = before?.clock ?? new ManualClock()
  const errors: string[] = []
  const log = {
    ...silentLog,
    error: (message: string, details: Record<string, unknown> = {}) => {
      errors.push(details['error'] instanceof Error ? `${message}: ${details['error'].message}` : message)
    },
  }
  let now: Settings = {
    ...defaultSettings,
    ...{ port: 0, dataDirectory: folder, siteDirectory: '/nowhere', unknownOutcomeDeadline: 60_000 },
    ...{ provider: 'relay', upstreams: [behind].flat().map(upstreamOf), checkMedia: false, ...settings },
  }
  const service = await startService(now, {
    clock,
    log,
    reread: () => now,
    ...patient,
  })
  onTestFinished(() => service.close())
  let last: unknown
  // Most that fails here waits in vain, which says nothing by itself.
  onTestFailed(() => {
    process.stderr.write(
      `the last that ${service.url} answered: ${JSON.stringify(last)}; it logged: ${errors.join('; ')}\n`,
    )
  })
  const key = before?.key ?? service.newKey ?? ''
  const call: Relay['call'] = async (method, path, body) =>
    answerOf(
      await fetch(`${service.baseUrl}/v2/model-center${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  return {
    clock,
    url: service.url,
    folder,
    key,
    errors,
    call,
    async when(id, condition) {
      for (;;) {
        const { body } = await call('GET', `/tasks/${id}`)
        if (condition(body)) return body
        last = body
        for (let steps = 0; steps < stepsPerQuery; steps += 1) {
          clock.advance(step)
          await settle()
        }
      }
    },
    async meanwhile(awaited) {
      let waiting = true
      void awaited.finally(() => {
        waiting = false
      })
      while (waiting) {
        clock.advance(step)
        await new Promise((resolve) => {
          setTimeout(resolve, 1)
        })
      }
      return awaited
    },
    reload(other, changed = {}) {
      now = { ...now, ...changed, upstreams: [other].flat().map(upstreamOf) }
      return service.reload()
    },
    databaseLeft: service.databaseLeft,
    close: () => service.close(),
  }
}

/** An upstream with fault switches. */
export async function upstream(options?: FaultServerOptions): Promise<FaultServer> {
  const server = await startFaultServer(options)
  onTestFinished(() => server.close())
  return server
}

/** Whether a task has ended. */
export const ended = (task: AnswerBody): boolean => task.status === 'completed' || task.status === 'failed'
