import { modelIds as catalogue, type ModelId } from '@model-tasks/spec'
import type { JsonValue } from '../base/json.js'
import type { Refuse } from './members.js'

/** A Model ID of the catalogue. Throws, naming the place, for anything else. */
export function knownModel(place: string, model: JsonValue, refuse: Refuse): ModelId {
  const found = catalogue.find((id) => id === model)
  if (found === undefined) throw refuse(`${place}: ${JSON.stringify(model)} is not a Model ID of this catalogue`)
  return found
}
