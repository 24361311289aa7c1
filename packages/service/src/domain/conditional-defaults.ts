import { defaultsFor } from '@model-tasks/spec/measures'
import type { JsonObject } from '../base/json.js'
import { pricedModels } from './money/priced-models.js'

/** What parameters are that a request for a model leaves out, where that depends on the request. None for a model that the catalogue does not have. */
export function conditionalDefaults(model: string, parameters: JsonObject): JsonObject {
  const described = pricedModels().get(model)
  return described === undefined ? {} : defaultsFor(described, parameters)
}

/** The parameters of a request on which those defaults depend, and which have them. */
export function defaultsDependOn(model: string): string[] {
  const { conditionalDefaults: stated = {} } = pricedModels().get(model) ?? {}
  const read = Object.values(stated).flatMap((rows) => rows.flatMap(({ when }) => Object.keys(when)))
  return [...new Set([...Object.keys(stated), ...read].map((name) => name.split('.', 1)[0] ?? name))]
}
