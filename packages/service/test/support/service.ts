import { onTestFinished } from 'vitest'
import type { Provider } from '../../src/domain/provider/provider.js'
import type { Settings } from '../../src/settings/settings.js'
import type { RunningService } from '../../src/compose/running-service.js'
import { startService, type ServiceParts } from '../../src/compose/start.js'
import { temporaryFolder } from './folder.js'
import { ManualClock } from './manual-clock.js'
import { StubProvider } from './stub-provider.js'

/** What bodies hold, as far as the tests look at it; what is not there is undefined. */
export interface AnswerBody {
  [member: string]: unknown
  id: string
  status: string | number
  progress: number
  amount: number
  error: string | null
  result_url: string
  image_url: string
  type: string
  detail: string
  reason: string
  findings: { rule: string; path: string; severity: string }[]
  data: { id: string; status: string }[]
  has_more: boolean
  next: string
  extensions: string[]
}

/** An answer as the tests look at it. */
export interface Answer {
  status: number
  headers: Headers
  /** The body when it is JSON. */
  body: AnswerBody
  text: string
}

/** A running service and a caller with a key of it. */
export interface TestService<Stub extends Provider = StubProvider> {
  service: RunningService
  provider: Stub
  key: string
  folder: string
  /** Calls the API with the key (or the headers given in its place). */
  call(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>
  submit(body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Queries until the task has ended. */
  ended(id: string): Promise<AnswerBody>
}

/** A request that the catalogue accepts. */
export const image = { model: 'beta-5.0', prompt: 'a paper boat' }
export const video = { model: 'sd_2.0_discount', prompt: 'a paper boat', duration: 5 }

type TestSettings = Partial<Settings> & { key?: string }

/**
 * Starts a service on a free port over a folder of its own; both are gone after the test. Without a limit of requests,
 * unless the settings have one: a fast machine would reach it.
 */
export async function testService<Stub extends Provider>(
  settings: TestSettings,
  parts: ServiceParts & { provider: Stub },
): Promise<TestService<Stub>>
export async function testService(
  settings?: TestSettings,
  parts?: ServiceParts & { provider?: StubProvider },
): Promise<TestService>
export async function testService(
  settings: TestSettings = {},
  parts: ServiceParts & { provider?: Provider } = {},
): Promise<TestService<Provider>> {
  const folder = settings.dataDirectory ?? temporaryFolder()
  const provider = parts.provider ?? new StubProvider()
  const service = await startService(
    { port: 0, shutdownTimeout: 0, siteDirectory: '/nowhere', rateLimit: 'off', ...settings, dataDirectory: folder },
    { ...parts, provider },
  )
  onTestFinished(() => {
    // A test that has failed may have left it standing, with a stop of the service that waits for it.
    if (parts.clock instanceof ManualClock) parts.clock.runOut()
    return service.close()
  })
  const key = settings.key ?? service.newKey ?? ''
  const call: TestService['call'] = async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(`${service.baseUrl}/v2/model-center${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return answerOf(response)
  }
  return {
    service,
    provider,
    key,
    folder,
    call,
    submit: (body, headers) => call('POST', '/tasks', headers === undefined ? { body } : { body, headers }),
    async ended(id) {
      for (;;) {
        const { status, body } = await call('GET', `/tasks/${id}`)
        if (status !== 200) throw new Error(`the query answered ${status}: ${body.detail}`)
        if (body.status === 'completed' || body.status === 'failed') return body
      }
    },
  }
}

/** Reads a response whole. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(json ? text : '{}') as AnswerBody,
    text,
  }
}
