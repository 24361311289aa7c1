import { pathOf, readValues, type ValueListSource } from '@model-tasks/documents/upstreams/interpreter'
import { placeName, valuesAt } from '@model-tasks/spec/measures/places'
import { listed } from '@model-tasks/spec/messages'
import type { RequestedTask, Unsupported } from '../../../domain/provider/provider.js'
import { errorIn, jsonOf } from './answers.js'
import { factsFor } from './body.js'
import type { Connection } from './connection.js'
import { exchange } from './exchange.js'

/** How long a list counts before it is read again, and how long nothing is asked after one could not be read, in milliseconds. */
const [readEvery, pause] = [3_600_000, 300_000]
/** Of a longer list nothing is known. */
const maxPages = 50
/** Of a long value no more is repeated, in characters. */
const longestQuote = 200

/** A list as it was read last. */
interface CurrentList {
  values: ReadonlySet<string>
  /** ISO 8601. */
  readAt: string
}

interface Entry {
  current: CurrentList | undefined
  /** When it may be read again, by the clock of the connection. */
  due: number
}

/**
 * The lists of values that an upstream adds to. A list is read when a request asks for a value of it, at most once an hour,
 * and no request waits for that: a list that was not read yet, or cannot be read, rejects nothing. One that was read counts
 * until it is read again.
 */
export class ValueLists {
  readonly #connection: Connection
  readonly #entries = new Map<string, Entry>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The values of a request that the upstream's lists do not have. Has the lists read that are due. */
  unsupported({ model, kind, parameters }: RequestedTask): Unsupported[] {
    const { mapping } = this.#connection
    if (mapping.valueLists === undefined) return []
    return [...valuesAt(factsFor(model, kind).lists ?? [], parameters)].flatMap(({ place: { name }, path, value }) => {
      const current = this.#current(name)
      if (current === undefined || typeof value !== 'string' || current.values.has(value)) return []
      const quoted = JSON.stringify(value.slice(0, longestQuote))
      const message = `${placeName(path)}: ${mapping.title} does not have ${quoted} in its list of ${name}, read at ${current.readAt}; ${useWords(current, value)}`
      return [{ path, parameter: path.split('/')[1] ?? '', value, message }]
    })
  }

  #current(name: string): CurrentList | undefined {
    const { mapping, clock } = this.#connection
    const source = mapping.valueLists?.[name]
    if (source === undefined) return undefined
    const entry = this.#entries.get(name) ?? { current: undefined, due: -Infinity }
    this.#entries.set(name, entry)
    if (clock.now() >= entry.due) {
      // No second reading while this one lasts.
      entry.due = Infinity
      void this.#read(source).then((current) => {
        entry.current = current ?? entry.current
        entry.due = clock.now() + (current === undefined ? pause : readEvery)
      })
    }
    return entry.current
  }

  /** The whole list; undefined where it cannot be read, or is empty, as no list is that values are taken from. Never rejects. */
  async #read(source: ValueListSource): Promise<CurrentList | undefined> {
    const connection = this.#connection
    const values = new Set<string>()
    let query: string | undefined
    for (let pages = 1; pages <= maxPages; pages++) {
      const request = { action: 'list', method: 'GET', path: pathOf(source.path, { model: '' }), query } as const
      const outcome = await exchange(connection, request)
      if ('failure' in outcome || outcome.answer.status !== 200) return undefined
      if (errorIn(connection.mapping, outcome.answer) !== undefined) return undefined
      const page = readValues(source, jsonOf(outcome.answer))
      if (page === undefined) return undefined
      for (const value of page.values) values.add(value)
      if (page.next === undefined || source.next === undefined)
        return values.size === 0
          ? undefined
          : { values, readAt: new Date(connection.clock.date?.() ?? Date.now()).toISOString() }
      query = `${source.next.parameter}=${encodeURIComponent(page.next)}`
    }
    return undefined
  }
}

/** The values to use instead: all of a short list, the nearest of a long one. */
function useWords({ values }: CurrentList, value: string): string {
  const { options, nearest = options, total } = listed([...values], value)
  const some = (Array.isArray(nearest) ? nearest : []).map((each) => JSON.stringify(each)).join(', ')
  return total === undefined ? `use one of ${some}` : `use one of its ${JSON.stringify(total)} values, such as ${some}`
}
