import type { StatusTable } from '../domain/provider/statuses.js'
import { Protocols } from './protocols.js'
import { isJsonObject, type JsonValue } from '../base/json.js'
import { hostOf } from '../base/net/host.js'
import { knownModel } from './known-model.js'
import { Members, namedList, type Refuse } from './members.js'
import { routingOf } from './routing-settings.js'
import { optionalSecretOf, secretMembers, secretOf, type SecretSources } from './secret-member.js'
import { SettingsError } from './settings-error.js'
import type { Upstream } from './settings.js'
import { keysOf, limitsOf, upstreamKey } from './upstream-keys.js'

const known = [
  'name',
  'protocol',
  'url',
  'key',
  'keyEnv',
  'keyFile',
  'models',
  'modelIds',
  'requestsPerSecond',
  'concurrency',
  'resultHosts',
  'resultsFolder',
  'region',
  'statuses',
  'pollDeadlineSeconds',
  'webhooks',
  'webhookSecret',
  'webhookSecretEnv',
  'webhookSecretFile',
  'keys',
  'priority',
  'weight',
  'costs',
  'unitCosts',
]

/** Reads the member `upstreams` of the configuration file; `sources` read the keys that are named there. */
export function upstreamsOf(value: JsonValue, sources: SecretSources, refuse: Refuse, folder?: string): Upstream[] {
  const protocols = protocolsIn(folder, refuse)
  const named = namedList(
    'upstreams',
    value,
    '{"name", "url", "key", "keyEnv" or "keyFile"}',
    (place, one) => upstreamOf(place, one, { sources, refuse, protocols }),
    refuse,
  )
  const all = named.flatMap(({ each }) => each)
  const twice = all.find(({ name }, index) => all.findIndex((other) => other.name === name) < index)
  if (twice !== undefined)
    throw refuse(`upstreams: ${twice.name} is both an upstream and a key of another; give one of them another name`)
  return all
}

/** Reads a map of our Model IDs to those of an upstream. */
export function modelIdsOf(place: string, value: JsonValue, refuse: Refuse): Record<string, string> {
  if (!isJsonObject(value))
    throw refuse(`${place} must map Model IDs of this catalogue to those of the upstream service`)
  return Object.fromEntries(
    Object.entries(value).map(([ours, theirs]) => {
      if (typeof theirs !== 'string' || theirs === '')
        throw refuse(
          `${place} must map Model IDs of this catalogue to those of the upstream service; ${ours} is not mapped to one`,
        )
      return [knownModel(place, ours, refuse), theirs]
    }),
  )
}

interface Reading {
  sources: SecretSources
  refuse: Refuse
  protocols: Protocols
}

function protocolsIn(folder: string | undefined, refuse: Refuse): Protocols {
  try {
    return new Protocols(folder)
  } catch (error) {
    throw error instanceof SettingsError ? refuse(error.message) : error
  }
}

/** An upstream, once for each of its keys. */
function upstreamOf(place: string, value: JsonValue, reading: Reading): { name: string; each: readonly Upstream[] } {
  const { sources, refuse } = reading
  const members = new Members(place, value, known, refuse)
  const one = commonOf(place, members, reading)
  const keys = members.other('keys', (at, list) => keysOf(at, list, one.name, sources, refuse))
  if (keys !== undefined && ['key', 'keyEnv', 'keyFile'].some((member) => members.has(member)))
    throw refuse(`${place}: give either one key, keyEnv or keyFile, or keys`)
  const each = keys ?? [{ apiKey: secretOf(place, members, sources, upstreamKey) }]
  return { name: one.name, each: each.map((key) => ({ ...one, ...key })) }
}

function commonOf(place: string, members: Members, { refuse, protocols, sources }: Reading): Omit<Upstream, 'apiKey'> {
  const protocol = members.other('protocol', (at, named) => protocolOf(at, named, refuse, protocols))
  const digest = protocol === undefined ? undefined : digestOf(protocol, refuse, protocols)
  return {
    name: members.ownName(),
    ...(protocol === undefined ? {} : { protocol }),
    ...(digest === undefined ? {} : { protocolFolder: protocols.folder, protocolDigest: digest }),
    baseUrl: members.required('url', members.url('url')),
    models: members.other('models', (at, list) => modelsOf(at, list, refuse)),
    modelIds: members.other('modelIds', (at, map) => modelIdsOf(at, map, refuse)) ?? {},
    ...limitsOf(members),
    ...routingOf(members, refuse),
    statuses: members.other('statuses', (at, map) => statusesOf(at, map, refuse)) ?? {},
    pollDeadline: milliseconds(
      members.number('pollDeadlineSeconds', (seconds) => seconds >= 60, 'a number of seconds, 60 or more'),
    ),
    ...folderOf(members),
    ...regionOf(place, members, protocol),
    ...webhooksOf(place, members, protocol, sources),
    ...hostsOf(members.other('resultHosts', (at, list) => resultHostsOf(at, list, refuse))),
  }
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000
}

function folderOf(members: Members): Pick<Upstream, 'resultsFolder'> {
  const folder = members.text(
    'resultsFolder',
    /^(?:s3|gs):\/\/[a-z0-9][a-z0-9._-]{1,61}[a-z0-9](?:\/[\w!.*'()-]+)*\/?$/,
    'a folder in S3 or in Google Cloud Storage, such as s3://my-bucket/model-tasks or gs://my-bucket/model-tasks',
  )
  return folder === undefined ? {} : { resultsFolder: folder.replace(/\/$/, '') }
}

function regionOf(place: string, members: Members, protocol: string | undefined): Pick<Upstream, 'region'> {
  const region = members.text('region', /^[a-z][a-z0-9-]*$/, 'a region of the vendor, such as eu-central-1')
  if (region === undefined) return {}
  if (protocol === undefined)
    throw members.refuse(`${place}.region does nothing for model-tasks, whose requests are not signed; leave it out`)
  return { region }
}

/** What an upstream signs its webhooks with, where both sides have agreed on that. */
const webhookSecret = {
  name: 'webhookSecret',
  what: 'the secret of its webhooks',
  form: /^[\x20-\x7e]+$/,
  allowed: 'visible ASCII characters and spaces',
  variable: 'UPSTREAM_A_WEBHOOK_SECRET',
}

function webhooksOf(
  place: string,
  members: Members,
  protocol: string | undefined,
  sources: SecretSources,
): Pick<Upstream, 'webhooks' | 'webhookSecret'> {
  const webhooks = members.flag('webhooks')
  const secret = optionalSecretOf(place, members, sources, webhookSecret)
  const given = ['webhooks', ...secretMembers('webhookSecret')].find((name) => members.has(name))
  if (given !== undefined && protocol === undefined)
    throw members.refuse(`${place}.${given} does nothing for model-tasks, which is polled; leave it out`)
  return {
    ...(webhooks === undefined ? {} : { webhooks }),
    ...(secret === undefined ? {} : { webhookSecret: secret }),
  }
}

function hostsOf(resultHosts: string[] | undefined): Pick<Upstream, 'resultHosts'> {
  return resultHosts === undefined ? {} : { resultHosts }
}

function resultHostsOf(place: string, value: JsonValue, refuse: Refuse): string[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isHost)) return value.map(String)
  throw refuse(
    `${place} must be a list of hosts with their ports, as URLs have them in lower case, such as "10.0.0.6:9000" or "[fd00::6]:9000"`,
  )
}

/** Whether a connection can be made to a host that is called so: any other name for it would allow nothing. */
function isHost(host: JsonValue): boolean {
  if (typeof host !== 'string' || !/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\]):[1-9]\d*$/.test(host)) return false
  return URL.canParse(`http://${host}`) && hostOf(`http://${host}`) === host
}

const meanings = ['running', 'completed', 'failed'] as const

function statusesOf(place: string, value: JsonValue, refuse: Refuse): StatusTable {
  if (!isJsonObject(value)) throw refuse(`${place} must map statuses of the upstream to ${meanings.join(', ')}`)
  return Object.fromEntries(
    Object.entries(value).map(([status, meaning]) => {
      const known = meanings.find((one) => one === meaning)
      if (known === undefined)
        throw refuse(
          `${place}: ${JSON.stringify(status)} must be ${meanings.join(', ')}, not ${JSON.stringify(meaning)}`,
        )
      return [status, known]
    }),
  )
}

/** What an upstream speaks; undefined for the interface of this service. */
function protocolOf(place: string, value: JsonValue, refuse: Refuse, { names }: Protocols): string | undefined {
  if (value === 'model-tasks') return undefined
  const found = names.find((protocol) => protocol === value)
  if (found === undefined)
    throw refuse(`${place} must be model-tasks, ${names.join(', ')}, not ${JSON.stringify(value)}`)
  return found
}

/** What tells the file of a protocol from that of before; undefined for one of the catalogue. */
function digestOf(protocol: string, refuse: Refuse, protocols: Protocols): string | undefined {
  try {
    return protocols.digestOf(protocol)
  } catch (error) {
    throw error instanceof SettingsError ? refuse(error.message) : error
  }
}

function modelsOf(place: string, value: JsonValue, refuse: Refuse): string[] {
  if (!Array.isArray(value) || value.length === 0)
    throw refuse(`${place} must be a list of Model IDs; leave it out for all models`)
  return value.map((model) => knownModel(place, model, refuse))
}
