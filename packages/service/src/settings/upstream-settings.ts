import { modelIds as catalogue } from '@model-tasks/spec'
import { isJsonObject, type JsonValue } from '../json.js'
import { Members, type Refuse } from './members.js'
import { upstreamLimits, type Upstream } from './settings.js'

const known = ['name', 'url', 'key', 'keyEnv', 'models', 'modelIds', 'requestsPerSecond', 'concurrency']

/** Reads the member `upstreams` of the configuration file; `variable` reads the environment for keys that are named there. */
export function upstreamsOf(value: JsonValue, variable: (name: string) => string | undefined, refuse: Refuse): Upstream[] {
  if (!Array.isArray(value) || value.length === 0) throw refuse('upstreams must be a list of at least one {"name", "url", "key" or "keyEnv"}')
  const upstreams = value.map((one, index) => upstreamOf(`upstreams[${index}]`, one, variable, refuse))
  const twice = upstreams.find(({ name }, index) => upstreams.findIndex((other) => other.name === name) < index)
  if (twice !== undefined) throw refuse(`upstreams: two are named ${twice.name}; each needs a name of its own`)
  return upstreams
}

/** Reads a map of our Model IDs to those of an upstream. */
export function modelIdsOf(place: string, value: JsonValue, refuse: Refuse): Record<string, string> {
  if (!isJsonObject(value)) throw refuse(`${place} must map Model IDs of this catalogue to those of the upstream service`)
  return Object.fromEntries(Object.entries(value).map(([ours, theirs]) => {
    if (typeof theirs !== 'string' || theirs === '') throw refuse(`${place} must map Model IDs of this catalogue to those of the upstream service; ${ours} is not mapped to one`)
    return [knownModel(place, ours, refuse), theirs]
  }))
}

function upstreamOf(place: string, value: JsonValue, variable: (name: string) => string | undefined, refuse: Refuse): Upstream {
  const members = new Members(place, value, known, refuse)
  return {
    name: members.required('name', members.text('name', /^[a-z0-9][a-z0-9-]{0,39}$/, 'up to 40 small letters, digits and hyphens')),
    baseUrl: members.required('url', members.url('url')),
    apiKey: keyOf(place, members, variable),
    models: members.other('models', (at, list) => modelsOf(at, list, refuse)),
    modelIds: members.other('modelIds', (at, map) => modelIdsOf(at, map, refuse)) ?? {},
    requestsPerSecond: members.number('requestsPerSecond', (rate) => rate > 0, 'a number above 0') ?? upstreamLimits.requestsPerSecond,
    concurrency: members.number('concurrency', (count) => Number.isInteger(count) && count >= 1, 'a whole number, 1 or more') ?? upstreamLimits.concurrency,
  }
}

function keyOf(place: string, members: Members, variable: (name: string) => string | undefined): string {
  const key = members.text('key', /^[\x21-\x7e]+$/, 'a key of that service: visible ASCII characters without spaces')
  const name = members.text('keyEnv', /^(?!MODEL_TASKS_)[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable that does not begin with MODEL_TASKS_, such as UPSTREAM_A_KEY')
  if (key !== undefined && name === undefined) return key
  if (name === undefined || key !== undefined) throw members.refuse(`${place}: give one of key (a key of that service) and keyEnv (the name of an environment variable that holds it)`)
  const held = variable(name)
  if (held === undefined) throw members.refuse(`${place}.keyEnv: the environment variable ${name} is not set; it must hold a key of that service`)
  return held
}

function modelsOf(place: string, value: JsonValue, refuse: Refuse): string[] {
  if (!Array.isArray(value) || value.length === 0) throw refuse(`${place} must be a list of Model IDs; leave it out for all models`)
  return value.map((model) => knownModel(place, model, refuse))
}

function knownModel(place: string, model: JsonValue, refuse: Refuse): string {
  const found = catalogue.find((id) => id === model)
  if (found === undefined) throw refuse(`${place}: ${JSON.stringify(model)} is no Model ID of this catalogue`)
  return found
}
