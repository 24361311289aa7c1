import { operationsOf } from '../check/facts.js'
import type { UpstreamFile, UpstreamResult } from '../../spec-types/files/upstream.js'
import { shapePlace } from './moved-places.js'
import type { Proposal, Recording } from './recordings.js'

/** A place that a mapping reads, where an answer has it, and the JSON types that can be read there. */
interface Readable {
  request: 'submit' | 'query' | 'result'
  /** Pointer into the mapping's file, and the place that stands there. */
  pointer: string
  place: string
  types: readonly string[]
}

const id = ['string', 'integer']
const word = ['string']
const quantity = ['integer', 'number', 'string', 'null']
const file = ['string', 'null']
const files = ['string', 'array', 'null']

/**
 * Places that recorded answers have with a type that the mapping cannot read: a task's ID and status, progress, length,
 * usage and results. Answers of tasks that have not ended lack most of them, so that none is missed here.
 */
export function unreadablePlaces(
  recordings: readonly Recording[],
  sources: readonly { path: string; source: UpstreamFile }[],
): Proposal[] {
  return sources.flatMap(({ path, source }) =>
    readablesOf(source).flatMap(({ request, pointer, place, types }) => {
      const seen = answersTo(recordings, source.protocol, request)
      const others = seen.flatMap(({ shape }) => shape[shapePlace(place)] ?? []).filter((type) => !types.includes(type))
      if (others.length === 0) return []
      return [
        {
          file: `spec/${path}`,
          pointer,
          proposal: `review it: ${types.join(', ')} can be read there, ${[...new Set(others)].sort().join(', ')} cannot`,
          evidence: `${others.length} of ${seen.length} recorded shapes of a successful ${request} have ${place} so`,
        },
      ]
    }),
  )
}

/** Protocols whose recorded errors have words in none of the places where the mapping reads them. */
export function speechlessErrors(
  recordings: readonly Recording[],
  sources: readonly { path: string; source: UpstreamFile }[],
): Proposal[] {
  return sources.flatMap(({ path, source: { protocol, errors } }) => {
    const seen = recordings.filter((one) => one.protocol === protocol && one.http >= 400)
    const spoken = seen.some(({ shape }) =>
      errors.message.some((place) => shape[shapePlace(place)]?.some((type) => type === 'string') === true),
    )
    if (seen.length === 0 || spoken) return []
    return [
      {
        file: `spec/${path}`,
        pointer: '/errors/message',
        proposal: 'review it: the words of an error are elsewhere',
        evidence: `none of ${seen.length} recorded shapes of an error has a string at ${errors.message.join(' or ')}`,
      },
    ]
  })
}

function answersTo(recordings: readonly Recording[], protocol: string, request: string): Recording[] {
  return recordings.filter(
    (one) => one.protocol === protocol && one.request === request && one.http >= 200 && one.http < 300,
  )
}

function readablesOf(source: UpstreamFile): Readable[] {
  return operationsOf(source).flatMap(([kind, operation]) => {
    const at = `/operations/${kind}`
    const { id: submitted, queryId, status, progress, seconds, usage = [], results } = operation
    // What answers a submit with the result has no other answer.
    const request = submitted === undefined ? 'submit' : 'query'
    const all: (Readable | undefined)[] = [
      one('submit', `${at}/id`, submitted, id),
      one('query', `${at}/queryId`, queryId, id),
      one(request, `${at}/status/at`, status?.at, word),
      one(request, `${at}/progress/at`, progress?.at, quantity),
      one(request, `${at}/seconds`, seconds, quantity),
      ...usage.map((entry, index) => one(request, `${at}/usage/${index}/at`, entry.at, quantity)),
      ...resultsAt(request, `${at}/results`, results),
    ]
    return all.filter((readable) => readable !== undefined)
  })
}

function resultsAt(
  request: Readable['request'],
  at: string,
  results: readonly UpstreamResult[],
): (Readable | undefined)[] {
  return results.flatMap(({ url, base64, results: nested = [] }, index) => [
    one(request, `${at}/${index}/url`, url, files),
    one(request, `${at}/${index}/base64`, base64, file),
    ...resultsAt('result', `${at}/${index}/results`, nested),
  ])
}

function one(
  request: Readable['request'],
  pointer: string,
  place: string | undefined,
  types: readonly string[],
): Readable | undefined {
  return place === undefined ? undefined : { request, pointer, place, types }
}
