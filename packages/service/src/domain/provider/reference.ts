import { isTaskKind, type TaskKind } from '../task/record.js'

/** A task at an upstream: enough to ask for it after the settings have changed. */
export interface MappedReference {
  kind: TaskKind
  /** The upstream's ID of the model. */
  model: string
  /** The upstream's ID of the task. */
  id: string
  /** The URL at which it is queried, where the answer to its submit has stated one. */
  queryUrl?: string
  /** The path at which it is queried, where that depends on what it was submitted with. */
  queryPath?: string
}

const form = /^([a-z]+):([^:]*):([^:]*)(?::([^:]*))?$/

/** The reference as it is stored with a task. */
export function formatReference({ kind, model, id, queryUrl, queryPath }: MappedReference): string {
  const place = queryUrl ?? queryPath
  const stated = place === undefined ? '' : `:${encodeURIComponent(place)}`
  return `${kind}:${encodeURIComponent(model)}:${idInReference(id)}${stated}`
}

/** An upstream's ID of a task as it stands in a reference. Half a character, which no upstream can mean, stands as a replacement character. */
export function idInReference(id: string): string {
  return encodeURIComponent(Buffer.from(id).toString())
}

/** Reads a stored reference; undefined when it is not one of a mapped upstream, as an ID that only looks like one. */
export function parseReference(reference: string): MappedReference | undefined {
  const [, kind, model, id, stated] = form.exec(reference) ?? []
  if (kind === undefined || !isTaskKind(kind) || model === undefined || id === undefined) return undefined
  try {
    return { kind, model: decodeURIComponent(model), id: decodeURIComponent(id), ...placeOf(stated) }
  } catch {
    return undefined
  }
}

/** The upstream's own ID of a task, as its invoices name it. `withReference` of the stores finds a task by it. */
export function upstreamIdOf(reference: string): string {
  return parseReference(reference)?.id ?? reference
}

function placeOf(stated: string | undefined): Pick<MappedReference, 'queryUrl' | 'queryPath'> {
  if (stated === undefined) return {}
  const place = decodeURIComponent(stated)
  return place.startsWith('/') ? { queryPath: place } : { queryUrl: place }
}
