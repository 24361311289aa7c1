import type { JsonValue } from '@model-tasks/spec'
import type { RequestBody } from '../../src/samples/request.js'

/**
 * What this browser knows of one submit. It is written before the request is sent, so that neither a reload nor a lost
 * answer can lose a task. Holds no API key.
 */
export interface TaskRecord {
  /** The Idempotency-Key of the submit; names the record too. */
  key: string
  baseUrl: string
  body: RequestBody
  /** Milliseconds since 1970. */
  submitted: number
  /** `sending` until the service has answered; `unknown` when its answer was lost; `running` until the task has ended. */
  state: 'sending' | 'running' | 'completed' | 'failed' | 'unknown'
  id?: string
  url?: string
  /** The other files, where the task made several. */
  otherUrls?: string[]
  credits?: number
  error?: string
}

const states = new Set(['sending', 'running', 'completed', 'failed', 'unknown'])

const isRecord = (value: unknown): value is TaskRecord =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  'baseUrl' in value &&
  'body' in value &&
  typeof value.body === 'object' &&
  value.body !== null &&
  'submitted' in value &&
  typeof value.submitted === 'number' &&
  'state' in value &&
  typeof value.state === 'string' &&
  states.has(value.state)

/** Where the records are kept. */
export const storageKey = 'model-tasks.tasks'

/** How many ended tasks are kept; tasks that have not ended are never dropped to make room. */
const keptEnded = 20

/** Whether nothing more becomes of a task. */
export const hasEnded = ({ state }: Pick<TaskRecord, 'state'>): boolean => state === 'completed' || state === 'failed'

const isLargeFile = (value: JsonValue): value is string =>
  typeof value === 'string' && value.length > 2000 && value.startsWith('data:')

/** The record without files that were inlined into its request: they are too large to keep. */
const withoutFiles = (record: TaskRecord): TaskRecord => {
  const { model, ...parameters } = record.body
  const shortened = Object.entries(parameters).map(([name, value]): [string, JsonValue] => [
    name,
    Array.isArray(value) ? value.map((item) => (isLargeFile(item) ? `${item.slice(0, 30)},…` : item)) : value,
  ])
  return { ...record, body: { model, ...Object.fromEntries(shortened) } }
}

/** The records of this browser, newest first. What cannot be stored is kept for as long as the page is open. */
export class TaskRecords {
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>
  #records: TaskRecord[]
  /** Whether the last write stored every record. */
  #isStored = true

  /** `storage` may throw, as that of a browser does which blocks it. */
  constructor(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage
    this.#records = this.#read() ?? []
  }

  /** The records of one model. */
  of(model: string): TaskRecord[] {
    return this.#current().filter(({ body }) => body.model === model)
  }

  /** Adds a record, or replaces the one with its key. False when it could not be stored. */
  put(record: TaskRecord): boolean {
    const stored = withoutFiles(record)
    const records = this.#current()
    const known = records.some(({ key }) => key === record.key)
    return this.#write(
      known ? records.map((old) => (old.key === record.key ? stored : old)) : [stored, ...records],
    ).some(({ key }) => key === record.key)
  }

  remove(keys: readonly string[]): void {
    this.#write(this.#current().filter(({ key }) => !keys.includes(key)))
  }

  /** Another tab may have written since: what is stored counts, and what could not be stored is added. */
  #current(): TaskRecord[] {
    const stored = this.#read()
    if (stored === undefined) return this.#records
    if (this.#isStored) return stored
    const mine = new Set(this.#records.map(({ key }) => key))
    return [...this.#records, ...stored.filter(({ key }) => !mine.has(key))]
  }

  #read(): TaskRecord[] | undefined {
    try {
      const value: unknown = JSON.parse(this.#storage().getItem(storageKey) ?? '[]')
      return Array.isArray(value) ? value.filter(isRecord) : []
    } catch {
      return undefined
    }
  }

  /** Stores the records; where there is no room for all, those of tasks that may still be paid for. Answers what is stored. */
  #write(records: TaskRecord[]): TaskRecord[] {
    let ended = 0
    this.#records = records.filter((record) => !hasEnded(record) || ++ended <= keptEnded)
    const open = this.#records.filter((record) => !hasEnded(record))
    const stored = [this.#records, open].find((kept) => {
      try {
        this.#storage().setItem(storageKey, JSON.stringify(kept))
        return true
      } catch {
        return false
      }
    })
    this.#isStored = stored === this.#records
    return stored ?? []
  }
}
