import { ModelTasks, type Capabilities, type TaskEvent } from '@model-tasks/client'
import { addressOf, createAnswer, type Answer } from '@model-tasks/client/policy'
import { problem } from './problem.js'
import type { ProxySettings } from './settings.js'

/** How long what a service has declared is used, in milliseconds. */
const declaredFor = 60_000

/** Headers of an answer that users get: none that sets a cookie or names the account. */
const passedOn = ['content-type', 'retry-after', 'preference-applied', 'x-request-id', 'cache-control']

/** The service behind a proxy, asked with its key. */
export class Service {
  readonly #baseUrl: string
  readonly #apiKey: string
  readonly #fetch: typeof fetch
  readonly #now: () => number
  #declared: { at: number; answer: Promise<Capabilities | undefined> } | undefined

  /** Throws TypeError where no request could be sent with the URL or the key. */
  constructor({ baseUrl, apiKey, fetch: own, now = Date.now }: ProxySettings) {
    const { env } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {}
    this.#baseUrl = checkedUrl(baseUrl ?? env?.['MODEL_TASKS_BASE_URL'] ?? '')
    this.#apiKey = checkedKey(apiKey ?? env?.['MODEL_TASKS_API_KEY'] ?? '')
    // A function of its own: some platforms call fetch only as a global.
    this.#fetch = own ?? ((input, init) => fetch(input, init))
    this.#now = now
  }

  /** One request, sent once, with its answer read to the end. Rejects where none came. */
  async ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${this.#apiKey}`)
    const response = await this.#fetch(`${this.#baseUrl}/v2/model-center${path}`, {
      ...init,
      headers,
      redirect: 'manual',
    })
    return createAnswer(response.status, response.headers, await response.text())
  }

  /** What the service declares; undefined where it declares nothing. Rejects where it cannot be asked. */
  async declared(): Promise<Capabilities | undefined> {
    const now = this.#now()
    if (this.#declared === undefined || now - this.#declared.at > declaredFor) {
      const answer = this.#ask()
      this.#declared = { at: now, answer }
      answer.catch(() => (this.#declared = undefined))
    }
    return this.#declared.answer
  }

  /** The ends of all tasks of the account, from now on, as `events` of the client has them. `onConnect` is called once none is missed any more. */
  events(onConnect: () => void, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const client = new ModelTasks({ baseUrl: this.#baseUrl, apiKey: this.#apiKey, fetch: this.#fetch, logger: {} })
    return client.events({ onConnect }, { signal, retries: 0 })
  }

  async #ask(): Promise<Capabilities | undefined> {
    const { status, json } = await this.ask('/capabilities')
    if ([404, 405, 501].includes(status)) return undefined
    const { extensions } = Object(json) as { extensions?: unknown }
    if (status === 200 && Array.isArray(extensions)) return json as Capabilities
    throw new Error(`the service answered ${status} to the question what it declares`)
  }
}

/** The URL as requests begin with it. What is wrong with one is not quoted: a password may be in it. */
function checkedUrl(given: string): string {
  const url = URL.canParse(given) ? addressOf(given) : ''
  // Before its first slash, `@` would end the name and the password of a user.
  if (/^https?:\/\/[^/@?#]+(?:\/[^?#]*)?$/.test(url)) return url
  throw new TypeError(
    'set baseUrl or MODEL_TASKS_BASE_URL to the http or https URL of the service, without a user, a query or a fragment',
  )
}

/** The key, where a header can carry it. */
function checkedKey(key: string): string {
  if (/^[!-~]+$/.test(key)) return key
  throw new TypeError('set apiKey or MODEL_TASKS_API_KEY to the API key of the service, in ASCII and without spaces')
}

/** Statuses of answers without a body, as Fetch has them. */
const bodiless = [204, 205, 304]

/** An answer of the service for a user, with another body where its IDs are signed. */
export function passOn({ status, headers, body }: Answer, json?: unknown): Response {
  if (status < 200 || status > 599)
    return problem(
      502,
      `the service answered ${status}, which is not a status of HTTP; what the request has done is not known`,
    )
  const kept = passedOn.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  const text = json === undefined ? body : JSON.stringify(json)
  return new Response(bodiless.includes(status) ? null : text, { status, headers: kept })
}
