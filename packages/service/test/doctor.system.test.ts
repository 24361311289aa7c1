import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loaders } from '@model-tasks/documents/upstreams'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { examine } from '../src/commands/doctor/doctor.js'
import type { Machine } from '../src/commands/doctor/machine.js'
import { serveFake } from '../src/commands/fake/serve-fake.js'
import { mayReach } from '../src/run/provider/webhooks/addresses.js'
import { S3Files } from '../src/keep/files/s3.js'
import { runDoctor } from '../src/commands/doctor/run.js'
import { exitCode, reportLines, type Finding } from '../src/commands/doctor/report.js'
import { defaultSettings, type Settings } from '../src/settings/settings.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { temporaryFolder } from './support/folder.js'
import { noPostgres, startPostgres } from './support/postgres.js'
import { upstream, upstreamOf } from './support/relay.js'
import { testS3 } from './support/s3.js'
import { testService } from './support/service.js'
import { localServer } from './support/local-server.js'

const machine: Machine = {
  now: Date.now,
  nodeVersion: 'v20.19.0',
  patience: 30_000,
  freeBytes: async () => 50 * 1024 ** 3,
}
const relay = { provider: 'relay', checkMedia: false } as const

async function doctor(settings: Partial<Settings>, with_: Partial<Machine> = {}): Promise<Finding[]> {
  return examine(
    { ...defaultSettings, port: 0, dataDirectory: join(temporaryFolder(), 'data'), ...settings },
    { ...machine, ...with_ },
  )
}

const wrong = (findings: readonly Finding[]): string[] =>
  findings.flatMap((one) => (one.level === 'ok' ? [] : [`${one.level} ${one.about}: ${one.found} -> ${one.next}`]))

/** Somebody's web server, which is none of ours. */
async function strangersPort(answer = 'hello'): Promise<number> {
  const url = await localServer((_request, response) => response.end(answer))
  return Number(new URL(url).port)
}

test('a laptop with nothing set has nothing wrong, its fonts and its codec included', async () => {
  const findings = await doctor({})
  expect(wrong(findings)).toEqual([])
  expect(exitCode(findings)).toBe(0)
  expect(reportLines(findings).at(-1)).toMatch(/^0 errors, 0 warnings, \d+ ok$/)
  const one: Finding = { level: 'error', about: 'disk', found: 'it is full', next: 'make room' }
  expect(reportLines([one]).at(-1)).toBe('1 error, 0 warnings, 0 ok')
})

test('each fault of this machine is named with its next step', async () => {
  const blocked = join(temporaryFolder(), 'file')
  writeFileSync(blocked, '')
  const [folder] = wrong(await doctor({ ...relay, dataDirectory: join(blocked, 'data') }))
  expect(folder).toMatch(/^error data folder: .*cannot be used: .* -> set MODEL_TASKS_DATA to a folder/)
  expect(wrong(await doctor({ ...relay, dataDirectory: blocked }))).toEqual([
    expect.stringMatching(/^error data folder: .* is not a folder -> set MODEL_TASKS_DATA to a folder/),
  ])
  const findings = await doctor(
    { ...relay, port: await strangersPort(), host: '127.0.0.1' },
    { nodeVersion: 'v18.20.0', freeBytes: async () => 1024 },
  )
  expect(wrong(findings)).toEqual([
    'error node: v18.20.0 is too old -> install Node 20.19 or newer',
    'error disk: 0.0 GiB are free -> make room, set keepDays so that old results are removed, or configure s3',
    expect.stringMatching(
      /^error port: \d+ of 127\.0\.0\.1 is taken by another program -> stop that one, or set MODEL_TASKS_PORT$/,
    ),
  ])
  expect(exitCode(findings)).toBe(1)
  expect(wrong(await doctor({ ...relay, host: '203.0.113.7' }))[0]).toMatch(
    /^error port: 203\.0\.113\.7 cannot be listened on/,
  )
})

test('a service that runs on the folder and the port is not a fault', async () => {
  const { service, folder } = await testService()
  const findings = await doctor({ ...relay, dataDirectory: folder, port: Number(new URL(service.url).port) })
  expect(wrong(findings)).toEqual([])
  expect(reportLines(findings).join('\n')).toMatch(
    /a service uses it \(process \d+\)[\s\S]*a service on this database runs there and is ready/,
  )
})

test('a service on the folder that a backup was restored from is not the one of the settings', async () => {
  const { service, folder } = await testService()
  const [backup, restored] = [join(temporaryFolder(), 'backup'), temporaryFolder()]
  await runCommand(['backup', backup], { ...defaultSettings, dataDirectory: folder }, () => undefined)
  await runCommand(['restore', backup], { ...defaultSettings, dataDirectory: restored }, () => undefined)
  const port = Number(new URL(service.url).port)
  expect(wrong(await doctor({ ...relay, dataDirectory: restored, port }))).toEqual([
    `error port: ${port} of 127.0.0.1 is taken by a service that is not on this database -> stop that one, or set MODEL_TASKS_PORT`,
  ])
})

test('a bucket and an upstream that are silent hold nothing up', async () => {
  const url = await localServer(() => undefined)
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const place = { bucket: 'results', region: 'us-east-1', endpoint: url, prefix: '', pathStyle: true, credentials }
  const upstreams = [upstreamOf({ name: 'silent', baseUrl: url, apiKey: 'key' })]
  const settings = { ...relay, upstreams, files: new S3Files(place) }
  expect(wrong(await doctor(settings, { patience: 200 }))).toEqual([
    'error files: no answer within 0.2 s -> correct s3.endpoint, start the store, or open the way to it',
    'error upstream silent: no answer within 0.2 s -> correct its url, or open the way to it: name server, proxy, firewall',
  ])
})

test('a folder that answers cannot be recorded in is a warning, and one that is not there is not made', async () => {
  const blocked = join(temporaryFolder(), 'file')
  writeFileSync(blocked, '')
  for (const recordings of [blocked, join(blocked, 'shapes')])
    expect(wrong(await doctor({ ...relay, recordings })), recordings).toEqual([
      expect.stringMatching(/^warning recordings: .* cannot be written to: .* -> set recordings to a folder that this/),
    ])
  const above = temporaryFolder()
  expect(wrong(await doctor({ ...relay, recordings: join(above, 'shapes') }))).toEqual([])
  expect(readdirSync(above)).toEqual([])
})

test('what does nothing beside the provider is said, and a proxy in front is not passed over', async () => {
  const lines: string[] = []
  const environment = {
    MODEL_TASKS_UPSTREAM_KEY: 'hush',
    MODEL_TASKS_DATA: join(temporaryFolder(), 'data'),
    MODEL_TASKS_PORT: '0',
    MODEL_TASKS_PUBLIC_URL: 'https://tasks.example',
  }
  expect(await runDoctor(environment, (line) => lines.push(line), machine)).toBe(2)
  expect(lines[0]).toBe('warning settings: MODEL_TASKS_UPSTREAM_KEY does nothing with the provider sandbox')
  expect(lines).toContain('ok      exposure: 127.0.0.1, as https://tasks.example')
})

test('a port is taken where another program answers, with any answer', async () => {
  const { service } = await testService()
  const other = await testService()
  const said = async (port: number, dataDirectory: string): Promise<string | undefined> => {
    const findings = await doctor({ ...relay, dataDirectory, port, host: '127.0.0.1' })
    return wrong(findings)[0]?.replace(`${port}`, 'the port')
  }
  const portOf = (url: string): number => Number(new URL(url).port)
  const another =
    'error port: the port of 127.0.0.1 is taken by a service that is not on this database -> stop that one, or set MODEL_TASKS_PORT'
  expect(await said(portOf(service.url), other.folder), 'of another database').toBe(another)
  expect(await said(portOf(service.url), temporaryFolder()), 'of a database, where this has none').toBe(another)
  for (const answer of ['{"status":"ready"}', '"ready" "urn:model-tasks:problem:result-expired"'])
    expect(await said(await strangersPort(answer), other.folder), answer).toBe(another)
  const cannotBeRead = await doctor({
    ...relay,
    databaseUrl: 'postgres://unknown@127.0.0.1:1/none',
    port: portOf(service.url),
    host: '127.0.0.1',
  })
  expect(wrong(cannotBeRead)).toContainEqual(
    expect.stringMatching(/^warning port: .* a service runs there; whether it is this one cannot be told while/),
  )
})

test('a folder that no start can make is an error of the data folder alone, and trying leaves nothing', async () => {
  const above = temporaryFolder()
  mkdirSync(above, { recursive: true })
  writeFileSync(join(above, 'file'), '')
  const impossible = [join(above, 'file/data'), ...(process.platform === 'linux' ? ['/proc/x'] : [])]
  for (const dataDirectory of impossible)
    expect(wrong(await doctor({ ...relay, dataDirectory })), dataDirectory).toEqual([
      expect.stringMatching(/^error data folder: .* cannot be used: .* -> set MODEL_TASKS_DATA to a folder that/),
    ])
  expect(wrong(await doctor({ ...relay, dataDirectory: join(above, 'data') }))).toEqual([])
  expect(readdirSync(above)).toEqual(['file'])
})

test('a damaged and a newer SQLite file are told apart', async () => {
  const dataDirectory = temporaryFolder()
  await (await openSqliteStores(join(dataDirectory, 'tasks.db'))).close()
  const database = await openSqlite(join(dataDirectory, 'tasks.db'))
  database.exec('PRAGMA user_version = 999')
  database.close()
  expect(wrong(await doctor({ ...relay, dataDirectory }))).toEqual([
    expect.stringMatching(
      /^error schema: the tables have version 999, .* -> install that version of the service again/,
    ),
  ])
  const other = temporaryFolder()
  mkdirSync(other, { recursive: true })
  writeFileSync(join(other, 'tasks.db'), 'this is not a database, and long enough to be looked at'.repeat(100))
  expect(wrong(await doctor({ ...relay, dataDirectory: other }))[0]).toMatch(
    /^error database: .*cannot be read: .*restore a backup/,
  )
})

test('a bucket that is missing, a store that is down and no permission are told apart', async () => {
  const s3 = await testS3()
  expect(wrong(await doctor({ ...relay, files: s3.files }))).toEqual([])
  expect(wrong(await doctor({ ...relay, files: new S3Files({ ...s3.settings, bucket: 'elsewhere' }) }))).toEqual([
    expect.stringMatching(/^error files: s3: the bucket elsewhere .*NoSuchBucket.* -> create the bucket/),
  ])
  await s3.stop()
  const [down = ''] = wrong(await doctor({ ...relay, files: s3.files }))
  expect(down).toMatch(/ECONNREFUSED.* -> correct s3\.endpoint, start the store, or open the way to it/)
  expect(down).not.toContain(s3.settings.credentials?.secretAccessKey)
})

test('an upstream with a wrong key, and one that is not there', async () => {
  const behind = await upstream()
  const good = upstreamOf(behind)
  expect(wrong(await doctor({ ...relay, upstreams: [good] }))).toEqual([])
  const findings = wrong(
    await doctor({
      ...relay,
      upstreams: [
        { ...good, apiKey: 'a-wrong-key' },
        { ...good, name: 'gone', baseUrl: 'http://127.0.0.1:65321/api' },
      ],
    }),
  )
  expect(findings).toEqual([
    expect.stringMatching(/^error upstream default: credentials: .* -> correct its key/),
    expect.stringMatching(/^error upstream gone: unreachable: .* -> correct its url/),
  ])
  // What the client advises its own user is not for an operator.
  expect(findings.join()).not.toMatch(/client\.task|Check the API key/)
  expect(findings.join()).not.toContain('a-wrong-key')
})

test('an upstream that could tell of its tasks, and cannot reach the service', async () => {
  const fake = await serveFake((await loaders.replicate()).mapping, { key: 'key' })
  onTestFinished(() => fake.close())
  const here = upstreamOf({ name: 'here', protocol: 'replicate', baseUrl: fake.baseUrl, apiKey: 'key' })
  const of = async (settings: Partial<Settings>): Promise<string[]> =>
    wrong(await doctor({ ...relay, upstreams: [here], ...settings }))
  expect(await of({})).toEqual([
    expect.stringMatching(
      /^warning upstream here: could tell by webhooks .* MODEL_TASKS_PUBLIC_URL is not set: .* -> set it to where/,
    ),
  ])
  expect(await of({ upstreams: [{ ...here, webhooks: false }] })).toEqual([])
  const { service } = await testService()
  expect(await of({ publicUrl: service.url })).toEqual([])
  expect(await of({ publicUrl: `http://127.0.0.1:${await strangersPort()}` })).toEqual([
    expect.stringMatching(/^warning webhooks of upstreams: something else than this service answers/),
  ])
  expect(await of({ publicUrl: 'http://127.0.0.1:65321' })).toEqual([
    expect.stringMatching(
      /^warning webhooks of upstreams: MODEL_TASKS_PUBLIC_URL does not answer: .* -> start the service/,
    ),
  ])
  expect(await of({ publicUrl: fake.baseUrl })).toEqual([
    expect.stringMatching(/^warning webhooks of upstreams: MODEL_TASKS_PUBLIC_URL answers HTTP 404 for \/healthz/),
  ])
  const elsewhere = { ...here, baseUrl: 'http://192.0.2.1:9' }
  expect(mayReach(elsewhere.baseUrl, service.url)).toBe(false)
  expect(mayReach(elsewhere.baseUrl, 'https://tasks.example')).toBe(true)
})

test('what is open that should not be is a warning', async () => {
  const findings = await doctor({
    ...relay,
    host: '0.0.0.0',
    adminKey: 'the-same-key-for-everything',
    metricsKey: 'the-same-key-for-everything',
    webhooks: [
      {
        name: 'orders',
        url: 'https://nowhere.invalid/',
        secret: Buffer.alloc(32),
        events: ['task.completed'],
        accounts: undefined,
      },
    ],
  })
  expect(wrong(findings).map((line) => line.replace(/ -> .*/, ''))).toEqual([
    expect.stringMatching(/^warning webhook orders: its host has no address/),
    expect.stringMatching(/^warning webhooks: MODEL_TASKS_PUBLIC_URL is not set/),
    expect.stringMatching(/^warning address: the service listens on 0\.0\.0\.0/),
    expect.stringMatching(/^warning keys: the key of the metrics is also that of the console/),
  ])
  expect(exitCode(findings)).toBe(2)
  expect(reportLines(findings).join()).not.toContain('the-same-key')
})

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test('a port is known by the database that its service shares, from any data folder', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const portOf = async (settings: Partial<Settings>): Promise<number> =>
      Number(new URL((await testService(settings)).service.url).port)
    const said = async (port: number): Promise<string | undefined> => {
      const findings = await doctor({ ...relay, databaseUrl: server.url, port, host: '127.0.0.1' })
      return findings.find(({ about }) => about === 'port')?.found.replace(`${port} of 127.0.0.1`, 'it')
    }
    const another = await portOf({})
    expect(await said(another), 'without tables').toBe('it is taken by a service that is not on this database')
    const own = await portOf({ databaseUrl: server.url })
    expect(await said(own)).toBe('it: a service on this database runs there and is ready')
    expect(await said(another)).toBe('it is taken by a service that is not on this database')
  })

  test('PostgreSQL: gone, an unknown user, no such database, no rights, not durable, a clock that is off, a newer schema', async () => {
    // The doctor wants one that loses nothing when the machine fails.
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const { url } = server
    const of = async (change: (url: URL) => void, with_: Partial<Machine> = {}): Promise<string[]> => {
      const changed = new URL(url)
      change(changed)
      const found = wrong(await doctor({ ...relay, databaseUrl: changed.href }, with_))
      return found.filter((line) => !line.startsWith('warning files'))
    }
    expect(await of(() => undefined)).toEqual([])
    expect(await of((one) => (one.port = '65321'))).toEqual([
      expect.stringMatching(/^error database: .*ECONNREFUSED.* -> start PostgreSQL/),
    ])
    expect(await of((one) => (one.password = ''))).toEqual([
      expect.stringMatching(/^error database: .*password must be a string -> give MODEL_TASKS_DATABASE_URL a password/),
    ])
    expect(await of((one) => (one.search = '?sslmode=verify-full'))).toEqual([
      expect.stringMatching(/^error database: .* The server does not support SSL connections -> correct \?sslmode=/),
    ])
    expect(await of((one) => (one.search = '?sslrootcert=/nowhere'))).toEqual([
      expect.stringMatching(/^error database: .*ENOENT.*'\/nowhere' -> correct the path in MODEL_TASKS_DATABASE_URL/),
    ])
    const stranger = await of((one) => {
      one.username = 'stranger'
      one.password = 'paper-boat'
    })
    expect(stranger).toEqual([
      expect.stringMatching(/^error database: .*28(?:000|P01), .* -> (?:create the role|correct user)/),
    ])
    expect(stranger.join()).not.toContain('paper-boat')
    expect(await of((one) => (one.pathname = '/nowhere'))).toEqual([
      expect.stringMatching(/3D000.* -> create the database/),
    ])
    expect(await of(() => undefined, { now: () => Date.now() + 60_000 })).toEqual([
      expect.stringMatching(/^error clock: is (?:59|60)\.\d s ahead of that of the database.* -> run a time service/),
    ])
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema')
    const schema = rows[0]?.schema ?? ''
    await client.query(`CREATE ROLE guest LOGIN PASSWORD 'guest-password'; GRANT USAGE ON SCHEMA ${schema} TO guest`)

    expect(await of((one) => (one.search = '?options=-c%20search_path%3Dnowhere'))).toEqual([
      'error rights: the search_path of this user names no schema that is there -> create the schema, or correct search_path',
    ])
    expect(await of((one) => (one.search = '?options=-c%20default_transaction_read_only%3Don'))).toEqual([
      expect.stringMatching(/^error database: it takes no writes: default_transaction_read_only is on -> turn it off/),
    ])
    const asGuest = (one: URL): void => {
      one.username = 'guest'
      one.password = 'guest-password'
    }
    expect(await of(asGuest)).toEqual([
      expect.stringMatching(/^error rights: this user may not make tables.* -> as its owner: GRANT CREATE/),
    ])
    await client.query(
      'CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version VALUES (999)',
    )
    expect(await of(() => undefined)).toEqual([expect.stringMatching(/^error schema: the tables have version 999/)])
    await client.query(
      `DROP TABLE schema_version; ALTER ROLE guest SET synchronous_commit = off; GRANT CREATE ON SCHEMA ${schema} TO guest`,
    )
    expect(await of(asGuest)).toEqual([
      expect.stringMatching(/^error durability: fsync is on and synchronous_commit is off/),
    ])
  })
})
