import type { ValueListSource } from '@model-tasks/documents/upstreams/interpreter'
import { placeName, valuesAt } from '@model-tasks/spec/measures/places'
import { listed } from '@model-tasks/spec/messages'
import { sha256 } from '../../../base/sha256.js'
import type { CurrentValues, RequestedModel, RequestedTask, Unsupported } from '../../../domain/provider/provider.js'
import type { ValueListStore } from '../../../keep/store/value-list-store.js'
import { dateOf } from '../date-of.js'
import { factsFor } from './body.js'
import type { Connection } from './connection.js'
import { readValueList } from './read-value-list.js'

/** After how long a list is read again, and after how long one that could not be read, or does not have a value that is asked for, in milliseconds. */
const [readEvery, pause] = [3_600_000, 300_000]
/** A list that could not be read for so long says nothing of today, in milliseconds. */
const maxAge = 7 * 24 * 3_600_000
/** Of a long value no more is repeated, in characters. */
const longestQuote = 200

/** Where lists are kept, and as whom the upstream is asked for them: others have other lists. */
export interface KeptLists {
  store: ValueListStore
  identity: string
}

/** A list as it was read last. */
interface CurrentList {
  values: ReadonlySet<string>
  /** Milliseconds since the Unix epoch. */
  readAt: number
}

interface Entry {
  current: CurrentList | undefined
  /** When it was read or tried last, by the clock of the connection. */
  tried: number
  failed: boolean
  /** The reading that goes on. Never rejects. */
  reading: Promise<void> | undefined
}

/**
 * The lists of values that an upstream adds to. A list is read when a request asks for a value of it, at most once an hour, or
 * every five minutes where it does not have the value. No request waits for that: a list that was not read yet, or cannot be
 * read, rejects nothing. One that was read counts until it is read again, for a week at most, also across a restart where it
 * is kept.
 */
export class ValueLists {
  readonly #connection: Connection
  readonly #kept: KeptLists | undefined
  readonly #entries = new Map<string, Entry>()

  constructor(connection: Connection, kept?: KeptLists) {
    this.#connection = connection
    this.#kept = kept
  }

  /** The values of a request that the upstream's lists do not have. Has the lists read that are due. */
  unsupported({ model, kind, parameters }: RequestedTask): Unsupported[] {
    const { mapping } = this.#connection
    if (mapping.valueLists === undefined) return []
    return [...valuesAt(factsFor(model, kind).lists ?? [], parameters)].flatMap(
      ({ place: { name, deprecated }, path, value }) => {
        const current = this.#known(this.#entry(name, readEvery))
        if (current === undefined || typeof value !== 'string' || current.values.has(value)) return []
        // The value may have been added since.
        this.#entry(name, pause)
        const quoted = JSON.stringify(value.slice(0, longestQuote))
        const readAt = new Date(current.readAt).toISOString()
        const message = `${placeName(path)}: ${mapping.title} does not have ${quoted} in its list of ${name}, read at ${readAt}; ${useWords(current, value, deprecated)}`
        return [{ path, parameter: path.split('/')[1] ?? '', value, message }]
      },
    )
  }

  /** The lists that are known for the places of a model. Waits for lists that were never read, until the signal aborts. */
  async current({ model, kind }: RequestedModel, signal: AbortSignal): Promise<CurrentValues[]> {
    const places = (factsFor(model, kind).lists ?? []).map((place) => ({
      ...place,
      entry: this.#entry(place.name, readEvery),
    }))
    const unread = places.flatMap(({ entry: { current, reading } = {} }) =>
      current === undefined && reading !== undefined ? [reading] : [],
    )
    await Promise.race([Promise.all(unread), aborted(signal)])
    return places.flatMap(({ path, name, entry }) => {
      const known = this.#known(entry)
      return known === undefined ? [] : [{ path, name, values: [...known.values], readAt: known.readAt }]
    })
  }

  /** The list of a name, which is read where it was not for so long; undefined where the protocol does not say where. */
  #entry(name: string, longest: number): Entry | undefined {
    const { mapping, clock } = this.#connection
    const source = mapping.valueLists?.[name]
    if (source === undefined) return undefined
    const unread: Entry = { current: undefined, tried: -Infinity, failed: false, reading: undefined }
    const entry = this.#entries.get(name) ?? unread
    this.#entries.set(name, entry)
    if (clock.now() - entry.tried >= (entry.failed ? pause : longest))
      entry.reading ??= this.#renew(entry, longest, name, source).finally(() => {
        entry.reading = undefined
      })
    return entry
  }

  #known(entry: Entry | undefined): CurrentList | undefined {
    const { current } = entry ?? {}
    return current !== undefined && this.#age(current) < maxAge ? current : undefined
  }

  /** Milliseconds since a list was read; none where the clock was set back since. */
  #age({ readAt }: Pick<CurrentList, 'readAt'>): number {
    return Math.max(0, this.#date() - readAt)
  }

  /** Takes over what another process has read within that time, or this one before a restart. Reads the list otherwise. */
  async #renew(entry: Entry, longest: number, name: string, source: ValueListSource): Promise<void> {
    const connection = this.#connection
    const id = this.#idOf(name, source)
    const kept = await this.#kept?.store.find(id).catch(() => undefined)
    if (kept !== undefined && (entry.current === undefined || kept.readAt > entry.current.readAt))
      entry.current = { values: new Set(kept.values), readAt: kept.readAt }
    if (kept !== undefined && this.#age(kept) < longest) {
      entry.tried = connection.clock.now() - this.#age(kept)
      entry.failed = false
      return
    }
    const values = await readValueList(connection, source)
    entry.tried = connection.clock.now()
    entry.failed = values === undefined
    if (values === undefined) return
    const readAt = this.#date()
    entry.current = { values: new Set(values), readAt }
    // A list that cannot be kept is read again after a restart.
    await this.#kept?.store.keep(id, { values, readAt }, readAt - maxAge).catch(() => undefined)
  }

  /** What a list is kept under: it is that of one account of one host, read at one place of its answers. */
  #idOf(name: string, source: ValueListSource): string {
    const { baseUrl, region, mapping } = this.#connection
    const read = sha256(JSON.stringify([baseUrl, region ?? '', mapping.headers ?? {}, source])).slice(0, 16)
    return `${this.#kept?.identity ?? ''} ${name} ${read}`
  }

  #date(): number {
    return dateOf(this.#connection.clock)
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true })
  })
}

/** The values to use instead: all of a short list, the nearest of a long one. Last those that should no longer be used. */
function useWords({ values }: CurrentList, value: string, deprecated: readonly string[] = []): string {
  const {
    options,
    nearest = options,
    total,
  } = listed([...values], value, {
    options: deprecated.map((old) => ({ value: old, deprecated: {} })),
  })
  const some = (Array.isArray(nearest) ? nearest : []).map((each) => JSON.stringify(each)).join(', ')
  return total === undefined ? `use one of ${some}` : `use one of its ${JSON.stringify(total)} values, such as ${some}`
}
