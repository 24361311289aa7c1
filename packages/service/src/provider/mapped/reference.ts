import type { TaskKind } from '../../task/record.js'

/** A task at an upstream: enough to ask for it after the settings have changed. */
export interface MappedReference {
  kind: TaskKind
  /** The upstream's ID of the model. */
  model: string
  /** The upstream's ID of the task. */
  id: string
}

const form = /^(video|image|audio|mesh):([^:]*):([^:]*)$/

/** The reference as it is stored with a task. */
export function formatReference({ kind, model, id }: MappedReference): string {
  return `${kind}:${encodeURIComponent(model)}:${encodeURIComponent(id)}`
}

/** Reads a stored reference; undefined when it is not one of a mapped upstream. */
export function parseReference(reference: string): MappedReference | undefined {
  const [, kind, model, id] = form.exec(reference) ?? []
  const known = (['video', 'image', 'audio', 'mesh'] as const).find((one) => one === kind)
  if (known === undefined || model === undefined || id === undefined) return undefined
  return { kind: known, model: decodeURIComponent(model), id: decodeURIComponent(id) }
}
