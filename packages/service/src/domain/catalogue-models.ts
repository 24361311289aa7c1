import { models as catalogue } from '@model-tasks/spec'
import type { ModelEntry, Models } from './models.js'
import { pricedModels } from './money/priced-models.js'
import type { TaskKind } from './task/record.js'

/** The part of a model's facts that the HTTP API reads. */
interface CatalogueFacts {
  readonly kind: TaskKind
  readonly available: boolean
  readonly reason?: string
  readonly reference: boolean
}

/** The models of the generated catalogue; models that no upstream accepts now are not available. */
export function catalogueModels(accepts: (model: string) => boolean): Models {
  const facts: Readonly<Record<string, CatalogueFacts>> = catalogue
  const entries = new Map(
    Object.entries(facts).map(([id, model]) => {
      const unserved = { ...model, available: false, reason: 'no_upstream' }
      return [id, { served: entryOf(id, model), unserved: model.available ? entryOf(id, unserved) : undefined }]
    }),
  )
  const find = (id: string): ModelEntry | undefined => {
    const entry = entries.get(id)
    return accepts(id) ? entry?.served : (entry?.unserved ?? entry?.served)
  }
  return { find, all: () => [...entries.keys()].map(find).filter((entry) => entry !== undefined) }
}

function entryOf(id: string, { kind, available, reason, reference }: CatalogueFacts): ModelEntry {
  return {
    id,
    kind,
    available,
    reference,
    get priced() {
      const priced = pricedModels().get(id)
      if (priced === undefined) throw new Error(`the catalogue has no parameters of ${id}`)
      return priced
    },
    ...(reason === undefined ? {} : { reason }),
  }
}
