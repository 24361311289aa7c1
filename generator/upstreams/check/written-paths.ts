import type { UpstreamFile, UpstreamOperation, UpstreamResult } from '../../spec-types/files/upstream.js'
import { operationsOf } from './facts.js'

/** A path as a file has it. */
export interface WrittenPath {
  text: string
  /** Where it stands. */
  path: readonly (string | number)[]
  /** The variables that are known when the request is made. */
  allowed: readonly string[]
  /** Whether the request is about one task, which the path alone can name. */
  needsId?: boolean
}

const submitting = ['model', 'app']
const following = ['id', 'name', 'model', 'app']

/** Every path of a file, with where it stands. */
export function* pathsOf(source: UpstreamFile): Iterable<WrittenPath> {
  if (source.probe !== undefined) yield { text: source.probe.path, path: ['probe', 'path'], allowed: [] }
  const { path, url } = source.modelProbe ?? {}
  if (path !== undefined) yield { text: path, path: ['modelProbe', 'path'], allowed: ['model'] }
  if (url !== undefined) yield { text: url, path: ['modelProbe', 'url'], allowed: ['model'] }
  for (const [name, list] of Object.entries(source.valueLists ?? {}))
    yield { text: list.path, path: ['valueLists', name, 'path'], allowed: [] }
  if (source.upload !== undefined) yield { text: source.upload.path, path: ['upload', 'path'], allowed: [] }
  const { key } = source.webhooks?.signature ?? {}
  if (key?.by === 'request') yield { text: key.path, path: ['webhooks', 'signature', 'key', 'path'], allowed: [] }
  for (const [kind, operation] of operationsOf(source)) {
    for (const { path, ...written } of operationPaths(operation))
      yield { path: ['operations', kind, ...path], ...written }
  }
}

function* operationPaths({
  id,
  submit,
  query,
  list,
  history,
  cancel,
  results,
  told = [],
}: UpstreamOperation): Iterable<WrittenPath> {
  const needsId = id !== undefined
  yield { text: submit.path, path: ['submit', 'path'], allowed: submitting }
  for (const [index, { path }] of (submit.paths ?? []).entries())
    yield { text: path, path: ['submit', 'paths', index, 'path'], allowed: submitting }
  for (const request of ['submit', 'query', 'cancel'] as const)
    for (const [name, text] of Object.entries({ submit, query, cancel }[request]?.headers ?? {}))
      yield { text, path: [request, 'headers', name], allowed: ['model'] }
  const namedInBody = query?.body?.some(({ fact }) => fact === 'id') === true
  if (query !== undefined)
    yield { text: query.path, path: ['query', 'path'], allowed: following, needsId: needsId && !namedInBody }
  for (const [index, { path }] of (query?.paths ?? []).entries())
    yield {
      text: path,
      path: ['query', 'paths', index, 'path'],
      allowed: following,
      needsId: needsId && !namedInBody,
    }
  if (list !== undefined) yield { text: list.path, path: ['list', 'path'], allowed: [] }
  for (const [index, text] of (history?.paths ?? []).entries())
    yield { text, path: ['history', 'paths', index], allowed: [] }
  if (cancel !== undefined) yield { text: cancel.path, path: ['cancel', 'path'], allowed: following, needsId }
  for (const [index, { link }] of told.entries())
    if (link !== undefined) yield { text: link.path, path: ['told', index, 'link', 'path'], allowed: following }
  yield* resultPaths(results, ['results'], needsId)
}

function* resultPaths(
  results: readonly UpstreamResult[],
  at: readonly (string | number)[],
  needsId: boolean,
): Iterable<WrittenPath> {
  for (const [index, { content, query, results: nested = [] }] of results.entries()) {
    if (content !== undefined) yield { text: content, path: [...at, index, 'content'], allowed: following, needsId }
    if (query !== undefined) yield { text: query, path: [...at, index, 'query'], allowed: following, needsId }
    yield* resultPaths(nested, [...at, index, 'results'], needsId)
  }
}
