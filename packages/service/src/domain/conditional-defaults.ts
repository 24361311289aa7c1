import { defaultsFor } from '@model-tasks/spec/measures'
import type { JsonObject } from '../base/json.js'
import { pricedModels } from './money/priced-models.js'

/** What parameters are that a request for a model leaves out, where that depends on the request. None for a model that the catalogue does not have. */
export function conditionalDefaults(model: string, parameters: JsonObject): JsonObject {
  const described = pricedModels().get(model)
  return described === undefined ? {} : defaultsFor(described, parameters)
}
