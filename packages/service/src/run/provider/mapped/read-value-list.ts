import { pathOf, readValues, type ValueListSource } from '@model-tasks/documents/upstreams/interpreter'
import { errorIn, jsonOf } from './answers.js'
import type { Connection } from './connection.js'
import { exchange } from './exchange.js'

/** Of a longer list nothing is known. */
const maxPages = 50

/** The whole list; undefined where it cannot be read, or is empty, as no list is that values are taken from. Never rejects. */
export async function readValueList(
  connection: Connection,
  source: ValueListSource,
): Promise<readonly string[] | undefined> {
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
    if (page.next === undefined || source.next === undefined) return values.size === 0 ? undefined : [...values]
    query = `${source.next.parameter}=${encodeURIComponent(page.next)}`
  }
  return undefined
}
