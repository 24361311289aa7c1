import { expect, test } from 'vitest'
import { redactor } from '../src/base/redact.js'
import { readSettings } from '../src/keep/read-settings.js'
import { secretsOf } from '../src/settings/secrets.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { configured } from './support/configured.js'

const url = 'https://up.example/api'
const relay = { MODEL_TASKS_PROVIDER: 'relay' }

test.each<[members: object, line: string]>([
  [{ requestsPerSecond: 1e-7 }, 'requestsPerSecond must be a number, 0.001 or more'],
  [{ concurrency: 3_000_000_000 }, 'concurrency must be an integer from 1 to 1000000'],
  [{ protocol: 'bedrock', region: 'EU central' }, 'region must be a region of the vendor, such as eu-central-1'],
  [{ region: 'eu-central-1' }, 'region does nothing for model-tasks, whose requests are not signed; leave it out'],
  [{ name: '-a' }, 'name must be up to 40 small letters, digits and hyphens, the first not a hyphen'],
  ...['10.0.0.6:99999', '10.0.0.6:09000', '10.0.0.6:0', '010.0.0.6:80', '[0:0:0:0:0:0:0:1]:80', '[:::]:80'].map(
    (host): [object, string] => [{ resultHosts: [host] }, 'resultHosts must be a list of hosts with their ports'],
  ),
  ...['my-bucket', 's3://My-Bucket', 's3://ab', 's3://my-bucket//films', 's3://my-bucket/films?x'].map(
    (resultsFolder): [object, string] => [{ resultsFolder }, 'resultsFolder must be a folder in S3'],
  ),
])('an upstream with %j is answered with one line', (members, line) => {
  const refused = (): unknown =>
    readSettings({ ...relay, ...configured({ upstreams: [{ name: 'a', url, key: 'k', ...members }] }) })
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(`upstreams[0].${line}`)
})

const upstream = (members: object, more: object = {}) =>
  readSettings({ ...relay, ...configured({ upstreams: [{ name: 'a', url, ...members }], ...more }) })

test('each of several keys of an upstream is a queue with limits of its own; one may keep the name of the upstream', () => {
  const keys = [
    { key: 'first', concurrency: 5 },
    { name: 'eu', key: 'second', requestsPerSecond: 2 },
  ]
  const { upstreams } = upstream({ models: ['beta-5.0'], keys, priority: 1, weight: 0.5, costs: { 'beta-5.0': 0.25 } })
  expect(upstreams).toMatchObject([
    { name: 'a', apiKey: 'first', concurrency: 5, requestsPerSecond: 50 },
    { name: 'a-eu', apiKey: 'second', concurrency: 1000, requestsPerSecond: 2 },
  ])
  for (const one of upstreams)
    expect(one).toMatchObject({
      models: ['beta-5.0'],
      priority: 1,
      weight: 0.5,
      costs: new Map([['beta-5.0', 250_000]]),
    })
})

test('how upstreams are chosen is read for all models and for single ones', () => {
  const { routing } = upstream({ key: 'k' }, { routing: { order: 'price', models: { 'beta-5.0': 'speed' } } })
  expect(routing).toEqual({ order: 'price', models: new Map([['beta-5.0', 'speed']]) })
})

test.each<[members: object, more: object, line: string]>([
  [{ key: 'k', keys: [{ key: 'x' }] }, {}, 'upstreams[0]: give either one key, keyEnv or keyFile, or keys'],
  [{ keys: [{ key: 'x' }, { key: 'y' }] }, {}, 'upstreams[0].keys: two keys are called a; give each a name of its own'],
  [{ keys: [{ key: 'x', name: 'n'.repeat(39) }] }, {}, 'is longer than 40 characters; shorten it'],
  [{ keys: [] }, {}, 'upstreams[0].keys must be a list of at least one'],
  [{ key: 'k', weight: 0 }, {}, 'upstreams[0].weight must be a number more than 0, 1000000 at most'],
  [{ key: 'k', priority: 0.5 }, {}, 'upstreams[0].priority must be an integer from -1000 to 1000'],
  [{ key: 'k', costs: { nothing: 1 } }, {}, 'upstreams[0].costs: "nothing" is not a Model ID of this catalogue'],
  [{ key: 'k', costs: { 'beta-5.0': -1 } }, {}, 'upstreams[0].costs: beta-5.0 must be a number of credits per task'],
  [{ key: 'k' }, { routing: { order: 'random' } }, 'routing.order must be listed, weight, price, speed, not "random"'],
  [{ key: 'k' }, { routing: { models: { nope: 'price' } } }, 'routing.models: "nope" is not a Model ID'],
])('routing and keys that make no sense are answered with one line: %j %j', (members, more, line) => {
  expect(() => upstream(members, more)).toThrow(line)
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

test('the secret of webhooks may be in the environment, is in no log, and belongs to a mapped protocol', () => {
  const settings = readSettings({
    ...relay,
    ...configured({ upstreams: [{ name: 'a', url, key: 'k', protocol: 'ark', webhookSecretEnv: 'UP_SECRET' }] }),
    UP_SECRET: "It's a paper boat",
  })
  expect(settings.upstreams[0]?.webhookSecret).toBe("It's a paper boat")
  expect(redactor(secretsOf(settings))("it said It's a paper boat")).not.toContain('paper')
  expect(() => upstream({ key: 'k', webhookSecret: 'paper-boat' })).toThrow(
    'upstreams[0].webhookSecret does nothing for model-tasks, which is polled; leave it out',
  )
  expect(() => upstream({ key: 'k', protocol: 'ark', webhookSecret: 'бумага' })).toThrow(
    /^[^б]*upstreams\[0\]\.webhookSecret must be the secret of its webhooks: visible ASCII characters and spaces$/,
  )
})
