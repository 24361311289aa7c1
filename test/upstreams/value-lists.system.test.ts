import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '@model-tasks/client/policy'
import type { ModelFacts } from '@model-tasks/documents/upstreams/interpreter'
import { models } from '@model-tasks/documents/upstreams/models'
import { checkSpec } from '../../generator/check/index.js'
import { loadSpec, parseSpecFile } from '../../generator/load/spec.js'
import { readCatalogue } from '../../generator/read/catalogue.js'
import { modelFacts } from '../../generator/upstreams/model-facts.js'
import { serveFake } from '../../packages/service/src/commands/fake/serve-fake.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import type { ValueListStore } from '../../packages/service/src/keep/store/value-list-store.js'
import { openSqliteStores } from '../../packages/service/src/keep/store/sqlite/open.js'
import { madeUp, seventhOperations, specWith } from './made-up.js'

const patient = () => AbortSignal.timeout(300_000)

const root = fileURLToPath(new URL('../../', import.meta.url))
const hour = 3_600_000

/** What mappings know of the foreign model with 400 voices. */
async function choirFacts(): Promise<ModelFacts> {
  const spec = await loadSpec(`${root}spec`)
  const text = await readFile(`${root}test/foreign/models/choir-400.schema.json`, 'utf8')
  const file = parseSpecFile('models/choir-400.schema.json', text)
  const { models: all } = readCatalogue({ ...spec, files: new Map([...spec.files, [file.path, file]]) })
  const model = all.find(({ id }) => id === 'choir-400')
  if (model === undefined) throw new Error('choir-400 is not read')
  return modelFacts(model)
}

const voicesList = {
  path: '/voices?size=2',
  values: '/items/-/id',
  next: { parameter: 'page', at: '/more/page' },
  source: 'sdk',
}

interface Voices {
  list: string[] | undefined
  /** Milliseconds that have passed. */
  now: number
  /** Whether each page names another one. */
  endless?: boolean
}

/** A provider in front of an upstream that lists these voices in two pages, or answers 503 where there are none. */
async function served(voices: Voices, around: { store?: ValueListStore; apiKey?: string; baseUrl?: string } = {}) {
  const { store: valueLists, apiKey = 'key', baseUrl } = around
  const { video } = seventhOperations()
  const rows = [{ to: '/script', from: 'prompt', source: 'sdk' }]
  const lists = { valueLists: { voices: voicesList } }
  const { mapping } = await madeUp('lists', { operations: { audio: { ...video, rows } }, ...lists })
  Object.assign(models, { 'choir-400': await choirFacts() })
  const pages: string[] = []
  const fake = await serveFake(mapping, {
    intercept({ method, path, query }) {
      if (method !== 'GET' || path !== '/voices') return undefined
      const page = query.get('page')
      pages.push(`${query.get('size') ?? ''} ${page ?? 'first'}`)
      const answer = (status: number, body: object) => ({
        answer: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      })
      if (voices.list === undefined) return answer(503, { why: 'later' })
      const items = (page === null ? voices.list.slice(0, 2) : voices.list.slice(2)).map((id) => ({ id }))
      return answer(200, { items, ...(page === null || voices.endless === true ? { more: { page: 'b&c' } } : {}) })
    },
  })
  onTestFinished(() => fake.close())
  const upstream = { name: 'up', baseUrl: baseUrl ?? fake.baseUrl, apiKey, modelIds: {} }
  const clock = { ...systemClock, now: () => voices.now, date: () => Date.UTC(2026, 10, 28) + voices.now }
  const provider = mappedProvider(mapping, upstream, { clock, valueLists })
  const said = (voice: string): string[] =>
    (provider.unsupported?.({ model: 'choir-400', kind: 'audio', parameters: { prompt: 'A boat', voice } }) ?? [])
      .map(({ message }) => message)
      .filter((message) => message.includes('list of voices'))
  const current = () => provider.valueLists?.({ model: 'choir-400', kind: 'audio' }, patient())
  return { pages, said, current, baseUrl: fake.baseUrl }
}

test('a list is read once an hour, and a value that it does not have is rejected with the nearest ones', async () => {
  const voices = { list: ['anna', 'ben', 'cleo'] as string[] | undefined, now: 0 }
  const { pages, said } = await served(voices)
  expect(said('anne'), 'nothing is known yet').toEqual([])
  const message =
    'voice: Seventh does not have "anne" in its list of voices, read at 2026-11-28T00:00:00.000Z; use one of "anna", "ben", "cleo"'
  await vi.waitFor(() => expect(said('anne')).toEqual([message]), { timeout: 300_000 })
  expect(said('cleo')).toEqual([])
  expect(pages).toEqual(['2 first', '2 b&c'])

  voices.list = undefined
  voices.now += hour
  expect(said('anne'), 'the last list counts while it is read again').toEqual([message])
  await vi.waitFor(() => expect(pages).toHaveLength(3), { timeout: 300_000 })
  voices.now += 299_000
  expect(said('anne'), 'and where it cannot be read').toEqual([message])
  expect(pages, 'not again within five minutes').toHaveLength(3)
})

test.each<[what: string, list: string[] | undefined]>([
  ['cannot be read', undefined],
  ['is empty', []],
])('a list that %s rejects nothing', async (_what, list) => {
  const voices = { list, now: 0 }
  const { pages, said } = await served(voices)
  await vi.waitFor(
    () => {
      voices.now += hour
      expect(said('no-such-voice')).toEqual([])
      expect(pages.length).toBeGreaterThan(4)
    },
    { timeout: 300_000 },
  )
})

test('of a list that does not end nothing is known, and no more than fifty pages are asked for', async () => {
  const { pages, said, current } = await served({ list: ['anna', 'ben', 'cleo'], now: 0, endless: true })
  expect(await current()).toEqual([])
  expect([pages.length, said('anne')]).toEqual([50, []])
})

test('values of a list that should no longer be used are named last', async () => {
  const { said } = await served({ list: ['fr-099', 'anna'], now: 0 })
  await expect.poll(() => said('anne')).toEqual([expect.stringContaining('use one of "anna", "fr-099"')])
})

test('a list that lacks a value is read again after five minutes, for it may have been added', async () => {
  const voices: Voices = { list: ['anna', 'ben'], now: 0 }
  const { pages, said } = await served(voices)
  await vi.waitFor(() => expect(said('cleo')).toHaveLength(1), { timeout: 300_000 })
  voices.list = ['anna', 'ben', 'cleo']
  voices.now += 299_000
  expect(said('cleo')).toHaveLength(1)
  expect(said('ben')).toEqual([])
  expect(pages).toHaveLength(2)
  voices.now += 1000
  expect(said('ben'), 'a value that is there has nothing read').toEqual([])
  expect(pages).toHaveLength(2)
  await vi.waitFor(() => expect(said('cleo')).toEqual([]), { timeout: 300_000 })
})

test('a list that could not be read for a week rejects nothing', async () => {
  const voices: Voices = { list: ['anna', 'ben'], now: 0 }
  const { said, current } = await served(voices)
  expect(await current()).toMatchObject([{ path: '/voice', name: 'voices', values: ['anna', 'ben'] }])
  voices.list = undefined
  voices.now += 168 * hour - 1
  expect(said('cleo')).toHaveLength(1)
  voices.now += 1
  expect(said('cleo')).toEqual([])
  expect(await current()).toEqual([])
})

/** A store as a service has it, which is there for the next one too. */
async function openStore(): Promise<ValueListStore> {
  const folder = mkdtempSync(join(tmpdir(), 'value-lists-'))
  const { valueLists, close } = await openSqliteStores(join(folder, 'tasks.db'))
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  return valueLists
}

test('a service that starts while the upstream is down goes on with the list that was read last', async () => {
  const store = await openStore()
  const voices: Voices = { list: ['anna', 'ben', 'cleo'], now: 0 }
  const { current, baseUrl, pages } = await served(voices, { store })
  const [list] = (await current()) ?? []
  expect(list).toMatchObject({ values: ['anna', 'ben', 'cleo'], readAt: Date.UTC(2026, 10, 28) })
  Object.assign(voices, { list: undefined, now: 2 * hour })
  const next = await served(voices, { store, baseUrl })
  expect(await next.current()).toEqual([list])
  await vi.waitFor(() => expect(pages, 'it is asked for all the same').toHaveLength(3), { timeout: 300_000 })
  expect(next.said('anne')).toEqual([expect.stringContaining('read at 2026-11-28T00:00:00.000Z; use one of "anna"')])
})

test('a list that was read within the hour is not read again by the next service', async () => {
  const store = await openStore()
  const voices: Voices = { list: ['anna', 'ben'], now: 0 }
  const { current, baseUrl, pages } = await served(voices, { store })
  await current()
  voices.now = hour - 1
  const next = await served(voices, { store, baseUrl })
  expect(await next.current()).toHaveLength(1)
  expect(pages).toHaveLength(2)
})

test.each<[what: string, changed: { apiKey?: string; baseUrl?: string }]>([
  ['key', { apiKey: 'another' }],
  ['host', {}],
])('a list that was read with another %s rejects nothing', async (what, changed) => {
  const store = await openStore()
  const voices: Voices = { list: ['anna', 'ben'], now: 0 }
  const { current, baseUrl } = await served(voices, { store })
  expect(await current()).toHaveLength(1)
  voices.list = undefined
  // Without a base URL the next one has a server, and so a host, of its own.
  const next = await served(voices, { store, ...(what === 'key' ? { baseUrl } : {}), ...changed })
  expect(await next.current()).toEqual([])
  expect(next.said('no-such-voice')).toEqual([])
})

test.each<[what: string, lists: Record<string, string[]> | undefined, values: string[]]>([
  ['the values that it is given', { voices: ['anna', 'ben', 'cleo'] }, ['anna', 'ben', 'cleo']],
  ['made-up values of a list that no model has', undefined, ['voices-1', 'voices-2', 'voices-3']],
])('a fake answers the lists of its protocol, page by page: %s', async (_what, lists, values) => {
  const { video } = seventhOperations()
  const operations = { audio: { ...video, rows: [{ to: '/script', from: 'prompt', source: 'sdk' }] } }
  const { mapping } = await madeUp('lists', { operations, valueLists: { voices: voicesList } })
  Object.assign(models, { 'choir-400': await choirFacts() })
  const fake = await serveFake(mapping, { key: 'key', ...(lists === undefined ? {} : { lists }) })
  onTestFinished(() => fake.close())
  const current = async (apiKey: string) => {
    const upstream = { name: 'up', baseUrl: fake.baseUrl, apiKey, modelIds: {} }
    return mappedProvider(mapping, upstream).valueLists?.({ model: 'choir-400', kind: 'audio' }, patient())
  }
  expect(await current('key')).toMatchObject([{ path: '/voice', name: 'voices', values }])
  expect(await current('another'), 'with a wrong key').toEqual([])
})

test('a path of a list that is about a task is a mistake with its place', async () => {
  const valueLists = { voices: { ...voicesList, path: '/voices/{id}' } }
  expect(checkSpec(await specWith('lists', { valueLists }))).toMatchObject([
    { code: 'S074', pointer: '/valueLists/voices/path' },
  ])
})
