import type { JsonValue } from '../base/json.js'
import { Members, type Refuse } from './members.js'
import { secretMembers, secretOf, type SecretSources } from './secret-member.js'
import { upstreamLimits, type Upstream } from './settings.js'

const known = ['name', ...secretMembers('key'), 'requestsPerSecond', 'concurrency']
const maxConcurrency = 1_000_000

/** What a header can hold, or the key file of a Google service account, which is a JSON object. */
export const upstreamKey = {
  name: 'key',
  what: 'a key of that service',
  form: /^[\x21-\x7e]+$|^\{[^]*\}$/,
  allowed: 'visible ASCII characters without spaces',
  variable: 'UPSTREAM_A_KEY',
} as const

/** What each key has of its own. Its name is a queue: what the upstream has under one key it does not know under another. */
export function keysOf(
  place: string,
  value: JsonValue,
  name: string,
  sources: SecretSources,
  refuse: Refuse,
): Pick<Upstream, 'name' | 'apiKey' | 'requestsPerSecond' | 'concurrency'>[] {
  if (!Array.isArray(value) || value.length === 0)
    throw refuse(`${place} must be a list of at least one {"name", "key", "keyEnv" or "keyFile"}`)
  const all = value.map((one, index) => {
    const members = new Members(`${place}[${index}]`, one, known, refuse)
    const own = members.has('name') ? `${name}-${members.ownName()}` : name
    if (own.length > 40) throw refuse(`${place}[${index}].name: ${own} is longer than 40 characters; shorten it`)
    return { name: own, apiKey: secretOf(`${place}[${index}]`, members, sources, upstreamKey), ...limitsOf(members) }
  })
  const twice = all.find((one, index) => all.findIndex((other) => other.name === one.name) < index)
  if (twice !== undefined)
    throw refuse(
      `${place}: two keys are called ${twice.name}; give each a name of its own, and leave it out once at most`,
    )
  return all
}

/** How much one key is asked for at most. */
export function limitsOf(members: Members): Pick<Upstream, 'requestsPerSecond' | 'concurrency'> {
  return {
    requestsPerSecond:
      members.number('requestsPerSecond', (rate) => rate >= 0.001, 'a number, 0.001 or more') ??
      upstreamLimits.requestsPerSecond,
    concurrency:
      members.number(
        'concurrency',
        (count) => Number.isInteger(count) && count >= 1 && count <= maxConcurrency,
        `an integer from 1 to ${maxConcurrency}`,
      ) ?? upstreamLimits.concurrency,
  }
}
