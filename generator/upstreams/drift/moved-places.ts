import { operationsOf } from '../check/facts.js'
import type { UpstreamFile } from '../../spec-types/files/upstream.js'
import type { Proposal, Recording } from './recordings.js'

/** A place of a mapping that answers must have. */
interface Expected {
  request: 'submit' | 'query' | 'list'
  /** Pointer into the mapping's file, and the place that stands there. */
  pointer: string
  place: string
  type: 'string' | 'array'
}

/**
 * Places that a mapping reads and that no recorded answer has any more, with those that may have taken over: places of the
 * same type whose name is the same, or contains it. Only protocols with a recorded success are judged.
 */
export function movedPlaces(
  recordings: readonly Recording[],
  files: readonly { path: string; source: UpstreamFile }[],
): Proposal[] {
  return files.flatMap(({ path, source }) =>
    expectedOf(source).flatMap(({ request, pointer, place, type }) => {
      const seen = recordings.filter(
        ({ protocol, request: asked, http }) =>
          protocol === source.protocol && asked === request && http >= 200 && http < 300,
      )
      if (seen.length === 0 || seen.some(({ shape }) => shape[shapePlace(place)] !== undefined)) return []
      const known = expectedOf(source).map((one) => one.place)
      const candidates = candidatesFor({ place, type }, seen).filter((one) => !known.includes(one))
      return [
        {
          file: `spec/${path}`,
          pointer,
          proposal:
            candidates.length === 0 ? 'review it: nothing takes its place' : candidates.map(quoted).join(' or '),
          evidence: `none of ${seen.length} recorded shapes of a successful ${request} has ${place}`,
        },
      ]
    }),
  )
}

function expectedOf(source: UpstreamFile): Expected[] {
  return operationsOf(source).flatMap(([kind, { id, queryId, status, list }]) => {
    const at = `/operations/${kind}`
    const expected: Expected[] = []
    if (id !== undefined) expected.push({ request: 'submit', pointer: `${at}/id`, place: id, type: 'string' })
    if (queryId !== undefined)
      expected.push({ request: 'query', pointer: `${at}/queryId`, place: queryId, type: 'string' })
    if (status !== undefined)
      expected.push({ request: 'query', pointer: `${at}/status/at`, place: status.at, type: 'string' })
    if (list !== undefined)
      expected.push({ request: 'list', pointer: `${at}/list/items`, place: list.items, type: 'array' })
    return expected
  })
}

/** Items of lists share one place in a shape. */
export function shapePlace(pointer: string): string {
  return pointer.replaceAll(/\/(?:\d+|-)(?=\/|$)/g, '/*')
}

/** Places of that type whose name is the same, or contains or is contained in it, in every recorded shape. */
function candidatesFor({ place, type }: Pick<Expected, 'place' | 'type'>, seen: readonly Recording[]): string[] {
  const name = nameOf(place)
  const [first, ...others] = seen
  return Object.entries(first?.shape ?? {})
    .filter(([other, types]) => types.includes(type) && others.every(({ shape }) => shape[other] !== undefined))
    .map(([other]) => other)
    .filter((other) => nameOf(other).includes(name) || (nameOf(other) !== '' && name.includes(nameOf(other))))
}

function nameOf(place: string): string {
  return (place.split('/').at(-1) ?? '').toLowerCase()
}

function quoted(place: string): string {
  return JSON.stringify(place)
}
