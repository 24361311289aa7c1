import { ApiError, ModelTasks, type Journal } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'
import { addressOf } from '@model-tasks/client/policy'
import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Ledger } from './ledger.js'
import { stateDirectory, type ServerSettings } from './settings.js'

/** Who calls a tool: a client with its key, and whose requests its `request_id` tells apart. */
export interface Caller {
  client: ModelTasks
  /**
   * The scopes in which a `request_id` of this caller is one: its account, where the service declares one, and its key at this service,
   * by a digest, for each form of the service's address. Rejects where the service cannot be asked: an ID that is read in another scope would buy a second task.
   */
  scopes(): Promise<readonly string[]>
}

/** What a service answers that declares nothing. */
const notOffered: ReadonlySet<number> = new Set([404, 405, 501])

/** What the calls of tools share. Nothing of it is made, read or sent before a call needs it. */
export class Session {
  readonly ledger: Ledger
  readonly #settings: ServerSettings
  readonly #folder: string
  readonly #clients = new Map<string, ModelTasks>()
  readonly #running = new Map<string, Promise<unknown>>()
  #journal: Journal | undefined

  constructor(settings: ServerSettings) {
    const { sessionBudget: session, dailyBudget: daily } = settings
    this.#settings = settings
    this.#folder = stateDirectory(settings)
    this.ledger = new Ledger(this.#folder, { session, daily })
  }

  /** The caller with this API key, else with that of the settings. Throws ModelTasksError where there is none. */
  caller(apiKey = this.#settings.apiKey ?? process.env['MODEL_TASKS_API_KEY']): Caller {
    const client = this.#client(apiKey)
    const { baseUrl = process.env['MODEL_TASKS_BASE_URL'] } = this.#settings
    // Earlier versions made the digest of the address as it is spelled. What was submitted then is known by that still.
    const spellings = baseUrl === undefined ? [baseUrl] : new Set([addressOf(baseUrl), baseUrl])
    const keys = [...spellings].map((address) => `key ${digest(JSON.stringify([address, apiKey]))}`)
    return {
      client,
      async scopes() {
        const account = await client.capabilities().then(
          (declared) => declared.account,
          (error: unknown) => {
            if (error instanceof ApiError && notOffered.has(error.status)) return undefined
            throw error
          },
        )
        return [...(account === undefined ? [] : [`account ${account}`]), ...keys]
      },
    }
  }

  #client(apiKey: string | undefined): ModelTasks {
    const known = this.#clients.get(apiKey ?? '')
    if (known) return known
    const { baseUrl } = this.#settings
    const client = new ModelTasks({
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(apiKey === undefined ? {} : { apiKey }),
      // Standard output belongs to the protocol.
      logger: { warn: (message) => process.stderr.write(`${message}\n`) },
    })
    this.#clients.set(apiKey ?? '', client)
    return client
  }

  /** Where submits are recorded before they are sent. */
  async journal(): Promise<Journal> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    return (this.#journal ??= fileJournal(join(this.#folder, 'journal.jsonl')))
  }

  /** Runs work under a key once at a time: a call that comes meanwhile gets the same answer. */
  once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) as Promise<T> | undefined
    if (running) return running
    const begun = work().finally(() => this.#running.delete(key))
    this.#running.set(key, begun)
    return begun
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
