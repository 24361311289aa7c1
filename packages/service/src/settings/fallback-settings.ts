import { models as catalogue } from '@model-tasks/spec'
import { isJsonObject, type JsonValue } from '../base/json.js'
import type { Fallbacks } from '../domain/task/fallback.js'
import { knownModel } from './known-model.js'
import type { Refuse } from './members.js'

const most = 4

/** Reads the member `fallbacks` of the configuration file. */
export function fallbackSettingsOf(value: JsonValue, refuse: Refuse): Fallbacks {
  if (!isJsonObject(value)) throw refuse('fallbacks must map Model IDs to lists of other Model IDs')
  return new Map(
    Object.entries(value).map(([model, others]) => [
      knownModel('fallbacks', model, refuse),
      othersOf(`fallbacks.${model}`, model, others, refuse),
    ]),
  )
}

function othersOf(place: string, model: string, value: JsonValue, refuse: Refuse): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most)
    throw refuse(`${place} must be a list of 1 to ${most} other Model IDs, the one to try first before the others`)
  const others = value.map((other) => knownModel(place, other, refuse))
  const kinds: Readonly<Record<string, { readonly kind: string }>> = catalogue
  for (const [index, other] of others.entries()) {
    if (other === model || others.indexOf(other) < index) throw refuse(`${place}: ${other} is named twice`)
    if (kinds[other]?.kind !== kinds[model]?.kind)
      throw refuse(
        `${place}: ${other} makes another kind of result (${kinds[other]?.kind}) than ${model} (${kinds[model]?.kind})`,
      )
  }
  return others
}
