import { modelIds as catalogue, models } from '@model-tasks/spec'
import { isJsonObject, type JsonValue } from '../base/json.js'
import { taskKinds } from '../domain/task/record.js'
import { knownModel } from './known-model.js'
import { Members, type Refuse } from './members.js'
import type { VendorModels } from './settings.js'

/** Reads the member `vendorModels` of the configuration file. */
export function vendorModelsOf(value: JsonValue, refuse: Refuse): VendorModels {
  const members = new Members('vendorModels', value, ['aliases', 'defaults'], refuse)
  return {
    aliases: members.other('aliases', (place, map) => aliasesOf(place, map, refuse)) ?? {},
    defaults: members.other('defaults', (place, map) => defaultsOf(place, map, refuse)) ?? {},
  }
}

function aliasesOf(place: string, value: JsonValue, refuse: Refuse): VendorModels['aliases'] {
  if (!isJsonObject(value))
    throw refuse(`${place} must map names of models to Model IDs, such as {"sora-2": "sd_2.0_discount"}`)
  return Object.fromEntries(
    Object.entries(value).map(([name, model]) => {
      if (!/^[\x21-\x7e]{1,200}$/.test(name))
        throw refuse(
          `${place}: ${JSON.stringify(name)} must be 1 to 200 visible ASCII characters, as clients send the name`,
        )
      if (catalogue.some((id) => id === name))
        throw refuse(`${place}: ${JSON.stringify(name)} is a Model ID of this catalogue, which an alias must not hide`)
      return [name, knownModel(`${place}.${name}`, model, refuse)]
    }),
  )
}

function defaultsOf(place: string, value: JsonValue, refuse: Refuse): VendorModels['defaults'] {
  const members = new Members(place, value, taskKinds, refuse)
  return Object.fromEntries(
    taskKinds.flatMap((kind) => {
      const model = members.other(kind, (at, id) => modelOfKind(at, id, kind, refuse))
      return model === undefined ? [] : [[kind, model]]
    }),
  )
}

function modelOfKind(place: string, value: JsonValue, kind: string, refuse: Refuse): string {
  const model = knownModel(place, value, refuse)
  const made = models[model].kind
  if (made !== kind) throw refuse(`${place}: ${model} makes ${made}s; name a model that makes ${kind}s`)
  return model
}
