import { ModelTasks, type Journal } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Ledger } from './ledger.js'
import { stateDirectory, type ServerSettings } from './settings.js'

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

  /** The client for this API key, else for that of the settings. Throws ModelTasksError where there is none. */
  client(apiKey = this.#settings.apiKey): ModelTasks {
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
