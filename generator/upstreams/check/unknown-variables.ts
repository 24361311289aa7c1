import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { pathParts } from '../path-parts.js'
import type { UpstreamFile, UpstreamOperation, UpstreamResult } from '../../spec-types/files/upstream.js'
import { operationsOf, wellFormed } from './facts.js'

interface WrittenPath {
  text: string
  path: readonly (string | number)[]
  allowed: readonly string[]
}

const submitting = ['model', 'app']
const following = ['id', 'model', 'app']

/** S074: a variable that is not known when the request is made. */
export function* unknownVariables(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const { text, path, allowed } of pathsOf(source)) {
      for (const part of pathParts(text)) {
        if (typeof part === 'string' || allowed.includes(part.variable)) continue
        yield {
          code: 'S074',
          file,
          path,
          message: `{${part.variable}} is not known here`,
          hint:
            allowed.length === 0
              ? 'Nothing is known of a task here.'
              : `Use ${allowed.map((name) => `{${name}}`).join(', ')}.`,
        }
      }
    }
  }
}

function* pathsOf(source: UpstreamFile): Iterable<WrittenPath> {
  if (source.probe !== undefined) yield { text: source.probe.path, path: ['probe', 'path'], allowed: [] }
  if (source.upload !== undefined) yield { text: source.upload.path, path: ['upload', 'path'], allowed: [] }
  const { signature } = source.webhooks ?? {}
  if (signature?.by === 'standard-webhooks')
    yield { text: signature.secret.path, path: ['webhooks', 'signature', 'secret', 'path'], allowed: [] }
  for (const [kind, operation] of operationsOf(source)) {
    for (const { text, path, allowed } of operationPaths(operation))
      yield { text, path: ['operations', kind, ...path], allowed }
  }
}

function* operationPaths({
  submit,
  query,
  list,
  cancel,
  results,
  told = [],
}: UpstreamOperation): Iterable<WrittenPath> {
  yield { text: submit.path, path: ['submit', 'path'], allowed: submitting }
  if (query !== undefined) yield { text: query.path, path: ['query', 'path'], allowed: following }
  if (list !== undefined) yield { text: list.path, path: ['list', 'path'], allowed: [] }
  if (cancel !== undefined) yield { text: cancel.path, path: ['cancel', 'path'], allowed: following }
  for (const [index, { link }] of told.entries())
    if (link !== undefined) yield { text: link.path, path: ['told', index, 'link', 'path'], allowed: following }
  yield* resultPaths(results, ['results'])
}

function* resultPaths(results: readonly UpstreamResult[], at: readonly (string | number)[]): Iterable<WrittenPath> {
  for (const [index, { content, query, results: nested = [] }] of results.entries()) {
    if (content !== undefined) yield { text: content, path: [...at, index, 'content'], allowed: following }
    if (query !== undefined) yield { text: query, path: [...at, index, 'query'], allowed: following }
    yield* resultPaths(nested, [...at, index, 'results'])
  }
}
