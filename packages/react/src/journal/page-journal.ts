import { ModelTasksError, type Journal, type JournalEntry } from '@model-tasks/client'
import { resultOf, SubmitDatabase, type SubmitRecord } from './database.js'
import { pageOwner } from './page-owner.js'

/** What the journal is to know of a submit beyond its entries. */
export type AboutSubmit = Pick<SubmitRecord, 'name' | 'asked'>

/** A submit that was made under a name. */
export type NamedRecord = Readonly<Pick<SubmitRecord, 'key' | 'id' | 'asked' | 'entries'>>

/** A journal that lasts as long as the storage of the site, and that all tabs share. */
export interface PageJournal extends Journal {
  /** The latest submit under a name, for this account. */
  latest(name: string, account: string | undefined): Promise<NamedRecord | undefined>
  /** This journal, for one submit: what is appended is about it, and only its entries are read. */
  of(key: string, about?: AboutSubmit): Journal
  /** Forgets a submit, as if it had never been made. */
  forget(key: string): Promise<void>
  /** Runs work under a name, in one tab at a time. Rejects with the reason of the signal where it fires before the work begins. */
  alone<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Calls back when another tab has recorded something under a name, until the function that is returned is called. */
  onChange(name: string, changed: () => void): () => void
}

/** Where the journal of a page lies. */
export interface PageJournalOptions {
  /** The name of its database. Submits of another database are not seen. Default `model-tasks`. */
  database?: string | undefined
}

/**
 * A journal in the storage of the page (IndexedDB). Each entry is on the disk before its promise resolves. A submit is recorded with the tab that
 * makes it, and for as long as this tab lives, `resumeAll` of another leaves it alone; two tabs never submit under one name at the same time (Web
 * Locks). The request of a submit is kept until the service has answered. Throws ModelTasksError (`page-storage`), at the first use, where the page has
 * no such storage.
 */
export function pageJournal({ database = 'model-tasks' }: PageJournalOptions = {}): PageJournal {
  const submits = new SubmitDatabase(database)
  const channel = `model-tasks ${database}`
  const listeners = new Map<string, Set<() => void>>()
  let tabs: BroadcastChannel | undefined

  /** The channel to the other tabs; opened in a browser alone. */
  function others(): BroadcastChannel {
    if (tabs) return tabs
    tabs = new BroadcastChannel(channel)
    tabs.onmessage = ({ data }) => listeners.get(String(data))?.forEach((changed) => changed())
    return tabs
  }

  async function append(entry: JournalEntry, about: AboutSubmit = {}): Promise<void> {
    requireStorage()
    const owner = await pageOwner()
    const record = await submits.change(async (store) => {
      const found = await find(store, entry)
      const record = added(found ?? { ...about, key: keyOf(entry), entries: [] }, entry, owner)
      // Under a name, one submit is made at a time: where the next one begins, those before it are over.
      if (!found && record.name !== undefined) await removeEarlier(store, record)
      if (!isOver(record, entry)) await resultOf(store.put(record))
      else if (record.order !== undefined) await resultOf(store.delete(record.order))
      return record
    })
    if (record.name !== undefined) others().postMessage(record.name)
  }

  async function entries(key?: string): Promise<JournalEntry[]> {
    requireStorage()
    const records = await submits.read((store) => recordsIn(key === undefined ? store : store.index('key'), key))
    return records.flatMap((record) => record.entries)
  }

  const journal: PageJournal = {
    append,
    entries: () => entries(),
    runsElsewhere: async (owner) => {
      if (owner === (await pageOwner())) return false
      const { held = [] } = await navigator.locks.query()
      return held.some(({ name }) => name === owner)
    },
    of: (key, about) => ({
      append: (entry) => append(entry, about),
      entries: () => entries(key),
      runsElsewhere: (owner) => journal.runsElsewhere?.(owner) ?? false,
    }),
    latest: async (name, account) => {
      requireStorage()
      const records = await submits.read((store) => recordsIn(store.index('name'), name))
      return records.filter((record) => record.account === account).at(-1)
    },
    forget: (key) => append({ event: 'forgotten', key, at: new Date().toISOString() }),
    alone: async (name, work, signal) => {
      requireStorage()
      // Its types promise less than what the work answers.
      const done = await navigator.locks.request(`${channel} ${name}`, { ...(signal && { signal }) }, async () => ({
        result: await work(),
      }))
      return done.result
    },
    onChange: (name, changed) => {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(changed))
      if (hasStorage()) others()
      return () => {
        all.delete(changed)
        if (all.size === 0) listeners.delete(name)
        if (listeners.size > 0) return
        tabs?.close()
        tabs = undefined
      }
    },
  }
  return journal
}

/** The record of an entry: by its key, else by the ID of its task. */
async function find(store: IDBObjectStore, entry: JournalEntry): Promise<SubmitRecord | undefined> {
  const [index, value] = 'key' in entry ? (['key', entry.key] as const) : (['id', entry.id] as const)
  return (await recordsIn(store.index(index), value))[0]
}

/** All records, or those with a value in an index, oldest first. */
function recordsIn(index: IDBObjectStore | IDBIndex, value?: string): Promise<SubmitRecord[]> {
  return resultOf(index.getAll(value) as IDBRequest<SubmitRecord[]>)
}

function keyOf(entry: JournalEntry): string {
  return 'key' in entry ? entry.key : entry.id
}

/** A record with one more entry. A request that will not be sent again is not kept. */
function added(record: SubmitRecord, entry: JournalEntry, owner: string): SubmitRecord {
  const { event } = entry
  const owned = event === 'intent' || event === 'submitted' ? { ...entry, owner } : entry
  const isAnswered = event === 'submitted'
  const before = isAnswered ? record.entries.map(withoutBody) : record.entries
  return {
    ...record,
    ...(event === 'intent' && entry.account !== undefined && { account: entry.account }),
    ...(isAnswered && { id: entry.id }),
    entries: [...before, owned],
  }
}

function withoutBody(entry: JournalEntry): JournalEntry {
  if (entry.event !== 'intent') return entry
  const { body: _, ...rest } = entry
  return rest
}

/** Whether nothing is left to be done, and nothing to be shown. That one of several attempts was rejected says nothing about the others. */
function isOver({ name, entries }: SubmitRecord, { event }: JournalEntry): boolean {
  if (event === 'rejected') return entries.filter((entry) => entry.event === 'intent').length === 1
  return event === 'forgotten' || (event === 'ended' && name === undefined)
}

async function removeEarlier(store: IDBObjectStore, { name, account }: SubmitRecord): Promise<void> {
  const records = await recordsIn(store.index('name'), name)
  for (const { order, account: other } of records)
    if (order !== undefined && other === account) await resultOf(store.delete(order))
}

function hasStorage(): boolean {
  const { navigator, indexedDB } = globalThis as { navigator?: Partial<Navigator>; indexedDB?: IDBFactory }
  return Boolean(navigator?.locks && indexedDB)
}

/** Throws where a submit could not be recorded: nothing is sent then. */
function requireStorage(): void {
  if (hasStorage()) return
  throw new ModelTasksError('the page has no storage in which a submit could be recorded, and nothing was sent', {
    code: 'page-storage',
    hint: 'Serve the page by https, or from localhost, and allow it to store data',
  })
}
