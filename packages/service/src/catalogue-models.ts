import { models as catalogue } from '@model-tasks/spec'
import type { JsonObject } from './json.js'
import type { ModelEntry, Models } from './models.js'
import type { TaskKind } from './task/record.js'

/** The part of a model's facts that the door reads. */
interface CatalogueFacts {
  readonly kind: TaskKind
  readonly available: boolean
  readonly reason?: string
  readonly reference: boolean
  readonly defaults: Readonly<JsonObject>
}

/** The models of the generated catalogue; those that nothing here makes (see `Provider.takes`) are not available. */
export function catalogueModels(takes: (model: string) => boolean): Models {
  const facts: Readonly<Record<string, CatalogueFacts>> = catalogue
  const entries = new Map(
    Object.entries(facts).map(([id, model]) => {
      const entry = entryOf(id, model)
      return [id, entry.available && !takes(id) ? { ...entry, available: false, reason: 'no_upstream' } : entry]
    }),
  )
  const all = [...entries.values()]
  return { find: (id) => entries.get(id), all: () => all }
}

function entryOf(id: string, { kind, available, reason, reference, defaults }: CatalogueFacts): ModelEntry {
  return { id, kind, available, reference, defaults: { ...defaults }, ...(reason === undefined ? {} : { reason }) }
}
