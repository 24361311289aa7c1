import type { JsonValue } from '../base/json.js'
import { alertTypes, eventTypes, webhookTypes, type EventType } from '../domain/webhooks.js'
import { Members, namedList, type Refuse } from './members.js'
import { optionalSecretOf, secretMembers, secretOf, type SecretSources } from './secret-member.js'
import type { Callbacks, Webhook } from './settings.js'
import { callbackReceiver } from '../domain/webhooks.js'

const known = ['name', 'url', ...secretMembers('secret'), ...secretMembers('previousSecret'), 'events', 'accounts']
const form = 'whsec_ and the base64 of 24 to 64 bytes'
const secret = {
  name: 'secret',
  what: 'the secret that its events are signed with',
  form: /^whsec_/,
  allowed: form,
  variable: 'ORDERS_WEBHOOK_SECRET',
}
const previous = { ...secret, name: 'previousSecret', what: 'the secret that its events were signed with before' }
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Reads the member `webhooks` of the configuration file; `sources` read the secrets that are named there. */
export function webhooksOf(value: JsonValue, sources: SecretSources, refuse: Refuse): Webhook[] {
  return namedList(
    'webhooks',
    value,
    '{"name", "url", "secret", "secretEnv" or "secretFile"}',
    (place, one) => webhookOf(place, one, sources, refuse),
    refuse,
  )
}

/** Reads the member `callbacks` of the configuration file. */
export function callbacksOf(value: JsonValue, sources: SecretSources, refuse: Refuse): Callbacks {
  const members = new Members('callbacks', value, [...secretMembers('secret'), 'hosts'], refuse)
  const what = { ...secret, what: 'what the secrets of the accounts are derived from', variable: 'CALLBACK_SECRET' }
  return {
    secret: keyOf('callbacks', secretOf('callbacks', members, sources, what), refuse),
    hosts: members.other('hosts', (at, list) => hostsOf(at, list, refuse)),
  }
}

function hostsOf(place: string, value: JsonValue, refuse: Refuse): string[] {
  const form = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/
  const found = Array.isArray(value)
    ? value.filter((host) => typeof host === 'string').filter((host) => form.test(host))
    : []
  if (Array.isArray(value) && found.length > 0 && found.length === value.length) return found
  throw refuse(
    `${place} must be a list of host names in lower case, such as hooks.example, or *.example for all below it; leave it out for every public host`,
  )
}

function webhookOf(place: string, value: JsonValue, sources: SecretSources, refuse: Refuse): Webhook {
  const members = new Members(place, value, known, refuse)
  const name = members.ownName()
  if (name === callbackReceiver)
    throw refuse(`${place}.name must not be ${callbackReceiver}, under which callbacks of requests are kept`)
  const before = optionalSecretOf(place, members, sources, previous)
  return {
    ...(before === undefined ? {} : { previousSecret: keyOf(place, before, refuse) }),
    name,
    url: members.required(
      'url',
      members.other('url', (at, url) => urlOf(at, url, refuse)),
    ),
    secret: keyOf(place, secretOf(place, members, sources, secret), refuse),
    events: members.other('events', (at, list) => eventsOf(at, list, refuse)) ?? webhookTypes,
    accounts: members.other('accounts', (at, list) => accountsOf(at, list, refuse)),
  }
}

/** As it stands, with its slashes and its query, which belong to the receiver. What it holds is not repeated: a token may be in it. */
function urlOf(place: string, value: JsonValue, refuse: Refuse): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  const safe =
    url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname)))
  if (url === undefined || !safe || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw refuse(
      `${place} must be an https URL, or an http URL of this machine (localhost, 127.0.0.1 or [::1]), without user, password and fragment`,
    )
  }
  return url.href
}

function keyOf(place: string, text: string, refuse: Refuse): Buffer {
  const base64 = text.replace(/^whsec_/, '')
  const key = Buffer.from(base64, 'base64')
  if (!text.startsWith('whsec_') || key.toString('base64') !== base64 || key.length < 24 || key.length > 64) {
    throw refuse(`${place}: its secret must be ${form}; make one with: echo "whsec_$(openssl rand -base64 32)"`)
  }
  return key
}

function eventsOf(place: string, value: JsonValue, refuse: Refuse): EventType[] {
  const found = Array.isArray(value) ? eventTypes.filter((type) => value.includes(type)) : []
  if (!Array.isArray(value) || found.length === 0 || found.length < value.length) {
    throw refuse(
      `${place} must be a list of ${eventTypes.join(', ')}, each once; leave it out for ${webhookTypes.join(' and ')}, without ${alertTypes.join(' and ')}`,
    )
  }
  return found
}

function accountsOf(place: string, value: JsonValue, refuse: Refuse): string[] {
  const found = Array.isArray(value)
    ? value.filter((id) => typeof id === 'string').filter((id) => /^[\w-]+$/.test(id))
    : []
  if (!Array.isArray(value) || found.length === 0 || new Set(found).size < value.length) {
    throw refuse(
      `${place} must be a list of ids of accounts, each once, as "account list" shows them; leave it out for all`,
    )
  }
  return found
}
