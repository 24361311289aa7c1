import { ModelTasks, systemClock, type Journal, type TaskHandle } from '@model-tasks/client'
import { memoryJournal } from './journal.js'
import type { ModelTasksProviderSettings } from './settings.js'

/** What the models of one provider share. Nothing of it is made before a call needs it. */
export class Session {
  readonly settings: ModelTasksProviderSettings
  readonly journal: Journal
  /** The keys of submits that run in this process, or whose task the caller was given. */
  readonly own = new Set<string>()
  readonly #running = new Map<string, Promise<unknown>>()
  #client: ModelTasks | undefined

  constructor({ journal = memoryJournal(), ...settings }: ModelTasksProviderSettings) {
    this.settings = settings
    this.journal = journal
  }

  /** The client. Throws ModelTasksError where the address or the key is missing. */
  get client(): ModelTasks {
    return (this.#client ??= new ModelTasks(this.settings))
  }

  /** The base URL of the service, in the form in which a journal has it. */
  get service(): string {
    const { env } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {}
    const { baseUrl = env?.['MODEL_TASKS_BASE_URL'] ?? '' } = this.settings
    const page = (globalThis as { location?: { href: string } }).location?.href
    return URL.canParse(baseUrl, page) ? new URL(baseUrl, page).href.replace(/\/+$/, '') : baseUrl
  }

  /** The handle of a task whose end the journal is told. */
  handle(task: { id: string; model?: string | undefined; idempotencyKey?: string | undefined }): TaskHandle {
    return this.client.task(task, { journal: this.journal })
  }

  now(): Date {
    const { clock = systemClock } = this.settings
    return new Date(clock.date?.() ?? Date.now())
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
