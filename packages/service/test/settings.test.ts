import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../src/keep/read-settings.js'
import { idleVariables, unknownVariables } from '../src/settings/environment.js'
import { defaultSettings } from '../src/settings/settings.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { configured } from './support/configured.js'
import { temporaryFolder } from './support/folder.js'

test('nothing set gives the embedded defaults', () => {
  expect(readSettings({})).toEqual(defaultSettings)
  expect(readSettings({ MODEL_TASKS_PORT: '', MODEL_TASKS_HOST: ' ' })).toEqual(defaultSettings)
})

test('what is set is taken', () => {
  expect(
    readSettings({
      MODEL_TASKS_HOST: '0.0.0.0',
      MODEL_TASKS_PORT: '0',
      MODEL_TASKS_DATA: '/var/lib/tasks',
      MODEL_TASKS_PUBLIC_URL: 'https://tasks.example/',
      MODEL_TASKS_RATE_LIMIT: '0.5',
    }),
  ).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    dataDirectory: '/var/lib/tasks',
    publicUrl: 'https://tasks.example',
    rateLimit: 0.5,
  })
  expect(readSettings({ MODEL_TASKS_RATE_LIMIT: 'off' }).rateLimit).toBe('off')
})

test.each([
  ['MODEL_TASKS_PORT', '80a', 'from 1 to 65535'],
  ['MODEL_TASKS_PORT', '65536', 'from 1 to 65535'],
  ['MODEL_TASKS_PORT', '-1', 'from 1 to 65535'],
  ['MODEL_TASKS_PROVIDER', 'cloud', 'sandbox'],
  ['MODEL_TASKS_PUBLIC_URL', 'tasks.example', 'absolute http or https URL'],
  ['MODEL_TASKS_PUBLIC_URL', 'ftp://tasks.example', 'absolute http or https URL'],
  ['MODEL_TASKS_PUBLIC_URL', 'https://tasks.example/?a=b', 'without user, query'],
  ['MODEL_TASKS_RATE_LIMIT', '0', 'off or a number'],
  ['MODEL_TASKS_METRICS_LINES', '99', 'an integer from 100'],
  ['MODEL_TASKS_RATE_LIMIT', 'fast', 'off or a number'],
  ['MODEL_TASKS_CHECK_MEDIA', 'yes', 'on or off'],
  ['MODEL_TASKS_CONFIG', '/nowhere/config.json', '/nowhere/config.json: ENOENT'],
  ['MODEL_TASKS_DATABASE_URL', 'mysql://user:paper-boat@host/tasks', 'must be postgres://'],
  ['MODEL_TASKS_DATABASE_URL', 'postgres://user:paper-boat@host', 'must be postgres://'],
  ['MODEL_TASKS_DATABASE_URL', 'paper-boat', 'or be left out'],
])('%s=%s is answered with one line that says what is allowed', (name, value, allowed) => {
  const refused = (): unknown => readSettings({ [name]: value })
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(new RegExp(`^${name}[^\\n]*${allowed}[^\\n]*$`))
  expect(refused, 'a password is not repeated').not.toThrow('paper-boat')
})

test.each([
  ['{', 'config.json: it is not JSON: '],
  ['{"s3": {"secretAccessKey": hush}}', "it is not JSON: Unexpected token 'h'"],
  ['[]', 'one JSON object'],
  ['{"price":{}}', '"price" is not a member of it; use prices, modelIds'],
  ['{"repeatSeconds":-1}', 'repeatSeconds must be a number of seconds from 0 to 3600'],
  ['{"vendorModels":{"alias":{}}}', 'vendorModels: "alias" is not a member of it; use aliases, defaults'],
  ['{"vendorModels":{"aliases":{"sora-2":"sora"}}}', 'vendorModels.aliases.sora-2: "sora" is not a Model ID'],
  ['{"vendorModels":{"aliases":{"sora 2":"beta-5.0"}}}', '"sora 2" must be 1 to 200 visible ASCII characters'],
  ['{"vendorModels":{"aliases":{"beta-5.0":"sd_2.0_discount"}}}', '"beta-5.0" is a Model ID of this catalogue'],
  ['{"vendorModels":{"defaults":{"video":"beta-5.0"}}}', 'vendorModels.defaults.video: beta-5.0 makes images'],
  ['{"prices":{"beta-5.0":5}}', 'prices.beta-5.0 must be an object with perTask, perSecond'],
  ['{"prices":{"beta-5.0":{"perTask":-1}}}', 'prices.beta-5.0.perTask must be a number of credits from 0 to 1000000'],
  ['{"prices":{"beta-5.0":{"perTask":1e400}}}', 'prices.beta-5.0.perTask must be a number of credits'],
  ['{"prices":{"beta-5.0":{"perTask":0.0000001}}}', 'with at most 6 decimals'],
  ['{"prices":{"beta-6":{"perTask":1}}}', 'prices: "beta-6" is not a Model ID of this catalogue'],
  ['{"prices":{"beta-5.0":{"perSecond":1}}}', 'the catalogue has no range of durations for beta-5.0; use perTask'],
  ['{"prices":{"sd_2.0_special":{"perSecond":1}}}', 'no range of durations for sd_2.0_special; use perTask'],
  ['{"prices":{"gamma-1.0-t2v":{"perTask":1,"perImage":1}}}', 'no images among the parameters of gamma-1.0-t2v'],
  ['{"prices":{"beta-5.0":{"perImage":1}}}', 'a request without images would be free'],
  ['{"prices":{"beta-5.0":{"perTask":1,"tiers":[{"perTask":2}]}}}', 'prices.beta-5.0.tiers[0].when is missing'],
  [
    '{"prices":{"beta-5.0":{"perTask":1,"tiers":[{"when":{"resolution":"4k"}}]}}}',
    'prices.beta-5.0.tiers[0].when.resolution must be one or a list of "2K", "3K", "4K"',
  ],
  [
    '{"prices":{"beta-5.0":{"perTask":1,"tiers":[{"when":{"quality":1}}]}}}',
    'a price of beta-5.0 may depend on aspect_ratio, resolution, watermark, reference_images',
  ],
  [
    '{"prices":{"beta-5.0":{"perTask":1,"tiers":[{"when":{"reference_images":{"min":3,"max":2}}}]}}}',
    'must be how many there are',
  ],
  [
    '{"prices":{"beta-5.0":{"lines":[{"credits":1}],"perTask":1}}}',
    '"perTask" is not a member of it; use lines, tiers',
  ],
  ['{"prices":{"beta-5.0":{"lines":[]}}}', 'prices.beta-5.0.lines: must be a list of lines such as {"credits": 0.5'],
  [
    '{"prices":{"beta-5.0":{"lines":[{"credits":1,"per":"seconds"}]}}}',
    'prices.beta-5.0.lines[0].per: a request for beta-5.0 does not state "seconds"; use characters, images',
  ],
  [
    '{"prices":{"beta-5.0":{"lines":[{"credits":{"resolution":{"2K":1,"4K":2}}}]}}}',
    'a valid request cannot be priced, no rate is known where resolution is "3K": {"model":"beta-5.0"',
  ],
  [
    '{"prices":{"beta-5.0":{"lines":[{"credits":{"resolution":{"8K":1}}}]}}}',
    'prices.beta-5.0.lines[0].credits.resolution.8K: "8K" is not a value of resolution; use 2K, 3K, 4K, *',
  ],
  [
    '{"prices":{"beta-5.0":{"lines":[{"credits":0.1,"per":"images"}]}}}',
    'it would cost nothing, though a rate is not 0',
  ],
  ['{"prices":{"beta-5.0":[{"from":"2027-01-01","perTask":1}]}}', 'the first price counts until the next one begins'],
  [
    '{"prices":{"beta-5.0":[{"perTask":1},{"from":"2027-02-30","perTask":2}]}}',
    'prices.beta-5.0[1].from must be a date in UTC',
  ],
  [
    '{"prices":{"beta-5.0":[{"perTask":1},{"from":"2027-01-02","perTask":2},{"from":"2027-01-01","perTask":3}]}}',
    'prices.beta-5.0[2].from must be later',
  ],
  ['{"modelIds":{"beta-5.0":5}}', 'modelIds must map'],
  ['{"modelIds":{"beta-5":"theirs"}}', 'modelIds: "beta-5" is not a Model ID of this catalogue'],
  ['{"resultUrlSeconds":"1h"}', 'resultUrlSeconds must be a number of seconds'],
  ['{"shutdownTimeoutSeconds":3000000}', 'shutdownTimeoutSeconds must be a number of seconds from 1 to 86400'],
  ['{"keepTasksDays":1e300}', 'keepTasksDays must be a number of days from 1 to 36500'],
  ['{"keepDays":0}', 'keepDays must be a number of days, more than 0'],
  ['{"keepDays":"30"}', 'keepDays must be a number of days, more than 0'],
  ['{"keepTasksDays":0.9}', 'keepTasksDays must be a number of days from 1 to 36500'],
  ['{"keepTasksDays":true}', 'keepTasksDays must be a number of days from 1 to 36500'],
  ['{"s3":"results"}', 's3 must be an object with bucket, region,'],
  [
    '{"s3":{"bucket":"results","region":"eu-central-1","acl":"x"}}',
    's3: "acl" is not a member of it; use bucket, region, endpoint, prefix, pathStyle, accessKeyId, secretAccessKey',
  ],
  ['{"s3":{"region":"eu-central-1"}}', 's3.bucket is missing'],
  ['{"s3":{"bucket":"a/b","region":"eu-central-1"}}', 's3.bucket must be the name of a bucket'],
  ['{"s3":{"bucket":"results"}}', 's3.region is missing'],
  ['{"s3":{"bucket":"results","region":"Frankfurt"}}', 's3.region must be a region'],
  [
    '{"s3":{"bucket":"results","region":"eu-central-1","endpoint":"store.example"}}',
    's3.endpoint is "store.example"; it must be an absolute http or https URL',
  ],
  [
    '{"s3":{"bucket":"results","region":"eu-central-1","endpoint":"https://user:hush@store.example"}}',
    's3.endpoint has a user or a password; it must be',
  ],
  [
    '{"s3":{"bucket":"results","region":"eu-central-1","prefix":"/tasks"}}',
    's3.prefix must be a path without a slash before it',
  ],
  ['{"s3":{"bucket":"results","region":"eu-central-1","pathStyle":"yes"}}', 's3.pathStyle must be true or false'],
  [
    '{"s3":{"bucket":"results","region":"eu-central-1","accessKeyId":"AK"}}',
    's3: accessKeyId and secretAccessKey go together',
  ],
  [
    '{"s3":{"bucket":"results","region":"eu-central-1","accessKeyId":"AK","secretAccessKey":"hush hush"}}',
    's3.secretAccessKey must be the secret of its access key: visible ASCII',
  ],
  ['{"upstreams":[]}', 'upstreams must be a list of at least one'],
  ['{"upstreams":["https://up.example/api"]}', 'upstreams[0] must be an object with name, protocol, url,'],
  ['{"upstreams":[{"url":"https://up.example/api","key":"k"}]}', 'upstreams[0].name is missing'],
  [
    '{"upstreams":[{"name":"Up 1","url":"https://up.example/api","key":"k"}]}',
    'upstreams[0].name must be up to 40 small letters',
  ],
  ['{"upstreams":[{"name":"a","key":"k"}]}', 'upstreams[0].url is missing'],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"k","webhooks":true}]}',
    'upstreams[0].webhooks does nothing for model-tasks, which is polled; leave it out',
  ],
  [
    '{"upstreams":[{"name":"a","protocol":"fal","url":"https://up.example/api","key":"k","webhooks":"no"}]}',
    'upstreams[0].webhooks must be true or false',
  ],
  ['{"upstreams":[{"name":"a","url":"up.example","key":"k"}]}', 'upstreams[0].url is "up.example"; it must be'],
  ['{"upstreams":[{"name":"a","url":"https://up.example/api"}]}', 'upstreams[0]: give one of key'],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"hush","keyEnv":"UP_KEY"}]}',
    'upstreams[0]: give one of key',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","keyEnv":"UP_KEY"}]}',
    'upstreams[0].keyEnv: the environment variable UP_KEY is not set',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","keyEnv":"MODEL_TASKS_UP"}]}',
    'upstreams[0].keyEnv must be the name of an environment variable that does not begin with MODEL_TASKS_',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"k","models":[]}]}',
    'upstreams[0].models must be a list of Model IDs',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"k","models":["beta-5"]}]}',
    'upstreams[0].models: "beta-5" is not a Model ID',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"k","modelIds":["x"]}]}',
    'upstreams[0].modelIds must map',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"k","requestsPerSecond":0}]}',
    'upstreams[0].requestsPerSecond must be a number, 0.001 or more',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"k","statuses":{"archived":"gone"}}]}',
    'upstreams[0].statuses: "archived" must be running, completed, failed, not "gone"',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"k","pollDeadlineSeconds":5}]}',
    'upstreams[0].pollDeadlineSeconds must be a number of seconds, 60 or more',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://up.example/api","key":"k","concurrency":1.5}]}',
    'upstreams[0].concurrency must be an integer',
  ],
  [
    '{"upstreams":[{"name":"a","url":"https://a.example/api","key":"k"},{"name":"a","url":"https://b.example/api","key":"k"}]}',
    'upstreams: two are named a',
  ],
  [
    '{"modelIds":{},"upstreams":[{"name":"a","url":"https://up.example/api","key":"k"}]}',
    'give each upstream its own modelIds',
  ],
])('a configuration file with %s is answered with one line and no secret', (content, message) => {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, content)
  const refused = (): unknown => readSettings({ MODEL_TASKS_CONFIG: path })
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(message)
  expect(refused).toThrow(/^MODEL_TASKS_CONFIG: (?!.*hush)[^\n]*$/)
})

test('a configuration file sets prices, Model IDs and times', () => {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(
    path,
    JSON.stringify({
      prices: { 'beta-5.0': { perTask: 3 } },
      modelIds: { 'beta-5.0': 'theirs' },
      resultUrlSeconds: 60,
      unknownOutcomeSeconds: 5,
      shutdownTimeoutSeconds: 20,
      keepDays: 0.5,
      keepTasksDays: 90,
    }),
  )
  expect(
    readSettings({
      MODEL_TASKS_CONFIG: path,
      MODEL_TASKS_PROVIDER: 'relay',
      MODEL_TASKS_UPSTREAM_URL: 'https://up.example/api/',
      MODEL_TASKS_UPSTREAM_KEY: 'k',
    }),
  ).toMatchObject({
    provider: 'relay',
    upstreams: [
      {
        name: 'default',
        baseUrl: 'https://up.example/api',
        apiKey: 'k',
        models: undefined,
        modelIds: { 'beta-5.0': 'theirs' },
        requestsPerSecond: 50,
        concurrency: 1000,
      },
    ],
    prices: new Map([['beta-5.0', [{ from: -Infinity, lines: [{ credits: 3 }], tiers: [] }]]]),
    resultUrlLifetime: 60_000,
    unknownOutcomeDeadline: 5000,
    shutdownTimeout: 20_000,
    keep: 43_200_000,
    keepTasks: 90 * 86_400_000,
  })
})

const upstreams = [
  {
    name: 'alpha',
    url: 'https://alpha.example/api/',
    keyEnv: 'ALPHA_KEY',
    models: ['beta-5.0'],
    modelIds: { 'beta-5.0': 'theirs' },
    requestsPerSecond: 5,
    statuses: { archived: 'completed' },
    pollDeadlineSeconds: 7200,
    concurrency: 20,
  },
  { name: 'rest', url: 'https://rest.example/api', key: 'k' },
]

test('a configuration file sets several upstreams, whose keys may be in the environment', () => {
  expect(
    readSettings({ ...configured({ upstreams }), MODEL_TASKS_PROVIDER: 'relay', ALPHA_KEY: 'secret' }).upstreams,
  ).toEqual([
    {
      name: 'alpha',
      baseUrl: 'https://alpha.example/api',
      apiKey: 'secret',
      models: ['beta-5.0'],
      modelIds: { 'beta-5.0': 'theirs' },
      requestsPerSecond: 5,
      concurrency: 20,
      statuses: { archived: 'completed' },
      pollDeadline: 7_200_000,
    },
    {
      name: 'rest',
      baseUrl: 'https://rest.example/api',
      apiKey: 'k',
      models: undefined,
      modelIds: {},
      requestsPerSecond: 50,
      concurrency: 1000,
      statuses: {},
      pollDeadline: undefined,
    },
  ])
  expect(
    readSettings({ ...configured({ upstreams }), MODEL_TASKS_PROVIDER: 'sandbox', ALPHA_KEY: 'secret' }).upstreams,
  ).toEqual([])
})

test.each([
  [
    { MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_UPSTREAM_URL: 'https://up.example/api' },
    /^MODEL_TASKS_UPSTREAM_URL is set and the file of MODEL_TASKS_CONFIG has upstreams; keep one of the two$/,
  ],
  [
    { MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_UPSTREAM_KEY: 'hush' },
    /^MODEL_TASKS_UPSTREAM_KEY is set and [^\n]*keep one of the two$/,
  ],
  [{}, /^MODEL_TASKS_PROVIDER is missing; [^\n]*set relay to forward tasks to them/],
])('upstreams in the file are rejected beside %j', (variables, line) => {
  const refused = (): unknown => readSettings({ ...configured({ upstreams }), ...variables, ALPHA_KEY: 'secret' })
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(line)
})

test.each(['MODEL_TASKS_UPSTREAM_URL', 'MODEL_TASKS_UPSTREAM_KEY'])(
  'a relay without %s is answered with one line',
  (missing) => {
    const settings: Record<string, string> = {
      MODEL_TASKS_PROVIDER: 'relay',
      MODEL_TASKS_UPSTREAM_URL: 'https://up.example/api',
      MODEL_TASKS_UPSTREAM_KEY: 'k',
    }
    delete settings[missing]
    expect(() => readSettings(settings)).toThrow(new RegExp(`^${missing} is missing; [^\\n]*$`))
  },
)

test('names that only look like settings are found', () => {
  expect(
    unknownVariables({
      MODEL_TASKS_PROT: '1',
      MODEL_TASKS_PORT: '1',
      MODEL_TASKS_API_KEY: 'x',
      MODEL_TASKS_BASE_URL: 'x',
      OTHER: 'x',
    }),
  ).toEqual(['MODEL_TASKS_PROT'])
})

test('settings of the relay are found to do nothing beside the sandbox', () => {
  const upstream = { MODEL_TASKS_UPSTREAM_URL: 'https://up.example/api', MODEL_TASKS_UPSTREAM_KEY: 'k' }
  expect(idleVariables(upstream, 'sandbox')).toEqual(['MODEL_TASKS_UPSTREAM_URL', 'MODEL_TASKS_UPSTREAM_KEY'])
  expect(idleVariables(upstream, 'relay')).toEqual([])
  expect(idleVariables({ MODEL_TASKS_UPSTREAM_URL: ' ', MODEL_TASKS_PORT: '1' }, 'sandbox')).toEqual([])
})
