import { expect, test } from 'vitest'
import { readSettings } from '../src/settings/environment.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { configured } from './support/configured.js'

const url = 'https://up.example/api'
const relay = { MODEL_TASKS_PROVIDER: 'relay' }

test.each<[members: object, line: string]>([
  [{ requestsPerSecond: 1e-7 }, 'requestsPerSecond must be a number, 0.001 or more'],
  [{ concurrency: 3_000_000_000 }, 'concurrency must be an integer from 1 to 1000000'],
  [{ name: '-a' }, 'name must be up to 40 small letters, digits and hyphens, the first not a hyphen'],
  ...['10.0.0.6:99999', '10.0.0.6:09000', '10.0.0.6:0', '010.0.0.6:80', '[0:0:0:0:0:0:0:1]:80', '[:::]:80'].map(
    (host): [object, string] => [{ resultHosts: [host] }, 'resultHosts must be a list of hosts with their ports'],
  ),
])('an upstream with %j is answered with one line', (members, line) => {
  const refused = (): unknown =>
    readSettings({ ...relay, ...configured({ upstreams: [{ name: 'a', url, key: 'k', ...members }] }) })
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(`upstreams[0].${line}`)
})

test('hosts are named as URLs have them', () => {
  const resultHosts = ['10.0.0.6:9000', 'files.example:443', 'files.example:80', '[fd00::6]:9000']
  const read = readSettings({ ...relay, ...configured({ upstreams: [{ name: 'a', url, key: 'k', resultHosts }] }) })
  expect(read.upstreams[0]?.resultHosts).toEqual(resultHosts)
})

test('a time without an end that a date can have is answered with one line', () => {
  expect(() => readSettings(configured({ unknownOutcomeSeconds: 1e300 }))).toThrow(
    /unknownOutcomeSeconds must be a number of seconds from 1 to 1000000000$/,
  )
})

test.each(['two words', 'ключ', 'one\ntwo', '{"not": "ended"'])(
  'a key that no header can hold is answered with one line, wherever it comes from: %j',
  (key) => {
    const named = configured({ upstreams: [{ name: 'a', url, keyEnv: 'UP_KEY' }] })
    const held = (): unknown => readSettings({ ...relay, ...named, UP_KEY: key })
    const alone = (): unknown =>
      readSettings({ ...relay, MODEL_TASKS_UPSTREAM_URL: url, MODEL_TASKS_UPSTREAM_KEY: key })
    expect(held).toThrow(/upstreams\[0\]\.keyEnv: the environment variable UP_KEY must hold a key .*: visible ASCII/)
    expect(alone).toThrow(/^MODEL_TASKS_UPSTREAM_KEY must be a key .*: visible ASCII/)
    for (const refused of [held, alone]) {
      expect(refused).toThrow(SettingsError)
      expect(refused).not.toThrow(key)
    }
  },
)

test('the key file of a service account may be in the environment, and a configuration file begin with a byte order mark', () => {
  const upstreams = [{ name: 'a', url, keyEnv: 'UP_KEY' }]
  const file = configured(`\ufeff${JSON.stringify({ upstreams })}`)
  const UP_KEY = '{\n  "client_email": "a@b"\n}'
  const read = readSettings({ ...relay, ...file, UP_KEY })
  expect(read.upstreams[0]?.apiKey).toBe(UP_KEY)
})
