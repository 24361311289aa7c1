import { operationsOf } from '../check/facts.js'
import type { UpstreamFile, UpstreamResult } from '../../spec-types/files/upstream.js'
import { shapePlace } from './moved-places.js'
import type { Proposal, Recording } from './recordings.js'

/** Where a completed task's result is read, by the request whose answer holds it. */
interface ResultPlaces {
  request: 'submit' | 'query' | 'result'
  /** Pointer into the mapping's file. */
  pointer: string
  places: string[]
}

/**
 * Protocols whose recorded answers of completed tasks have a result in none of the places where the mapping reads one.
 * Answers of tasks that have not ended have none, and say so.
 */
export function missingResults(
  recordings: readonly Recording[],
  files: readonly { path: string; source: UpstreamFile }[],
): Proposal[] {
  return files.flatMap(({ path, source }) => {
    const all = placesOf(source)
    return (['submit', 'query', 'result'] as const).flatMap((request) => {
      const asked = all.filter((one) => one.request === request)
      const places = asked.flatMap((one) => one.places)
      const seen = recordings.filter((one) => one.protocol === source.protocol && isCompleted(one, request))
      const has = ({ shape }: Recording): boolean => places.some((place) => shape[shapePlace(place)] !== undefined)
      const [first] = asked
      if (first === undefined || seen.length === 0 || seen.some(has)) return []
      const others = seen.flatMap(({ shape }) => Object.keys(shape).filter((place) => /url|b64|base64/i.test(place)))
      return [
        {
          file: `spec/${path}`,
          pointer: first.pointer,
          proposal:
            others.length === 0 ? 'review it: nothing takes its place' : [...new Set(others)].map(quoted).join(' or '),
          evidence: `none of ${seen.length} recorded shapes of a completed task's ${request} has ${places.join(' or ')}`,
        },
      ]
    })
  })
}

/** A request for the result succeeds only once there is one; other answers say what they mean. */
function isCompleted({ request, http, state }: Recording, wanted: ResultPlaces['request']): boolean {
  return request === wanted && http >= 200 && http < 300 && (wanted === 'result' || state === 'completed')
}

/** Results with a request of their own are not in the answer that completes the task. */
function placesOf(source: UpstreamFile): ResultPlaces[] {
  return operationsOf(source).flatMap(([kind, { id, results }]) => {
    const pointer = `/operations/${kind}/results`
    const inAnswer = { request: id === undefined ? 'submit' : 'query', pointer, places: namedIn(results) } as const
    const queried = results.flatMap(({ query, results: nested = [] }, index) =>
      query === undefined
        ? []
        : [{ request: 'result', pointer: `${pointer}/${index}/results`, places: namedIn(nested) } as const],
    )
    const hasOwnRequest = results.some(({ query, content }) => query !== undefined || content !== undefined)
    return [...(hasOwnRequest ? [] : [inAnswer]), ...queried]
  })
}

function namedIn(results: readonly UpstreamResult[]): string[] {
  return results.flatMap(({ url, base64 }) => [url, base64].filter((place) => place !== undefined))
}

function quoted(place: string): string {
  return JSON.stringify(place)
}
