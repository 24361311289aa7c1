import type { JournalEntry } from '@model-tasks/client'

/** One submit as the database has it. */
export interface SubmitRecord {
  /** Its place among all submits, oldest first; the database gives it. */
  order?: number
  /** Its Idempotency-Key; the ID of the task, where only its end was recorded. */
  key: string
  /** The ID of its task, once the service has answered. */
  id?: string
  /** The name of `useSubmit`; absent for submits that were not made by a hook. */
  name?: string
  /** The account for which it was made, where the service declares accounts. */
  account?: string
  /** A digest of what was asked for, so that a second tab knows the same request. */
  asked?: string
  entries: JournalEntry[]
}

/** The store of submits, with an index per way in which one is looked for. */
const submits = 'submits'
const version = 1

/** A database of submits in the storage of the page. It is opened when it is used, and anew after the browser has closed it. */
export class SubmitDatabase {
  readonly #name: string
  #opened: Promise<IDBDatabase> | undefined

  constructor(name: string) {
    this.#name = name
  }

  /** Reads in a transaction of its own. */
  async read<T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    return work((await this.#open()).transaction(submits).objectStore(submits))
  }

  /** Changes what is there in one transaction, and resolves once that is on the disk. */
  async change<T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    const transaction = (await this.#open()).transaction(submits, 'readwrite', { durability: 'strict' })
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser stored nothing'))
    })
    // Where the work fails, its own error is thrown.
    committed.catch(() => undefined)
    const result = await work(transaction.objectStore(submits))
    await committed
    return result
  }

  async #open(): Promise<IDBDatabase> {
    return (this.#opened ??= open(this.#name, () => (this.#opened = undefined)).catch((error: unknown) => {
      this.#opened = undefined
      throw error
    }))
  }
}

async function open(name: string, onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(submits, { keyPath: 'order', autoIncrement: true })
    store.createIndex('key', 'key', { unique: true })
    store.createIndex('id', 'id')
    store.createIndex('name', 'name')
  }
  const database = await resultOf(request)
  database.onclose = onClosed
  // A later version of this package must not wait for this page.
  database.onversionchange = () => {
    database.close()
    onClosed()
  }
  return database
}

/** What a request of the database answers. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser gave no reason'))
  })
}
