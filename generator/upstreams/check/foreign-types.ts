import type { ModelKind } from '../../catalogue.js'
import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import type { UpstreamResult } from '../../spec-types/files/upstream.js'
import { operationsOf, wellFormed } from './facts.js'

/** What the media types of results begin with. */
const made: Readonly<Record<ModelKind, string>> = { video: 'video', image: 'image', audio: 'audio', mesh: 'model' }

/** S085: a file in base64 of a media type that models of the operation's kind do not make. */
export function* foreignTypes(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { results }] of operationsOf(source)) {
      for (const { contentType, path } of typesOf(results, ['operations', kind, 'results'])) {
        if (contentType.startsWith(`${made[kind]}/`)) continue
        yield {
          code: 'S085',
          file,
          path,
          message: `a ${kind} model makes no ${contentType}`,
          hint: `Write a type that begins with ${made[kind]}/.`,
        }
      }
    }
  }
}

type Path = readonly (string | number)[]

function* typesOf(results: readonly UpstreamResult[], at: Path): Iterable<{ contentType: string; path: Path }> {
  for (const [index, { contentType, results: nested = [] }] of results.entries()) {
    if (contentType !== undefined) yield { contentType, path: [...at, index, 'contentType'] }
    yield* typesOf(nested, [...at, index, 'results'])
  }
}
