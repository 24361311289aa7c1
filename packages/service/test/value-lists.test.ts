import { expect, test } from 'vitest'
import { ProviderSet, soleProvider } from '../src/domain/provider/provider-set.js'
import type { CurrentValues } from '../src/domain/provider/provider.js'
import { relayProvider } from '../src/run/provider/relay.js'
import { silentLog } from '../src/base/log.js'
import { upstreamOf } from './support/relay.js'
import { answerOf, testService } from './support/service.js'
import { StubUpstream } from './support/stub-upstream.js'

const readAt = 1_795_258_800_000

function voices(values: string[], changed: Partial<CurrentValues> = {}): CurrentValues {
  return { path: '/voice', name: 'voices', values, readAt, ...changed }
}

/** Upstreams with these lists, which all take every model; undefined: it has none. */
function upstreams(...lists: (CurrentValues[] | undefined)[]): ProviderSet {
  const sets = lists.map((list, index) => {
    const upstream = new StubUpstream(`up-${index}`)
    return soleProvider(list === undefined ? upstream : Object.assign(upstream, { valueLists: async () => list }))
  })
  return new ProviderSet(
    'upstreams',
    sets.flatMap(({ lanes }) => lanes),
  )
}

const model = { model: 'beta-5.0', kind: 'image' } as const
const listsOf = (set: ProviderSet) => set.valueLists(model, AbortSignal.timeout(300_000))

test('of several upstreams the values of all are listed, as old as the oldest', async () => {
  const set = upstreams([voices(['anna', 'ben'])], [voices(['ben', 'cleo'], { readAt: readAt - 5000 })])
  expect(await listsOf(set)).toEqual([voices(['anna', 'ben', 'cleo'], { readAt: readAt - 5000 })])
})

test.each([
  ['has no lists', undefined],
  ['has not read its list', []],
  ['has a list for another place', [voices(['anna'], { path: '/style' })]],
])('a place is left out where one of the upstreams %s', async (_what, list) => {
  expect(await listsOf(upstreams([voices(['anna'])], list))).toEqual([])
})

test('the lists of a model are answered to a key, and the extension is declared', async () => {
  const lists = async () => [voices(['anna', 'ben'])]
  const provider = Object.assign(new StubUpstream(), { valueLists: lists })
  const { service, call } = await testService({}, { provider })
  const declared = await answerOf(await fetch(`${service.baseUrl}/v2/model-center/capabilities`))
  expect(declared.body.extensions).toContain('value-lists')
  expect(await call('GET', '/value-lists?model=beta-5.0')).toMatchObject({
    status: 200,
    body: {
      object: 'list',
      model: 'beta-5.0',
      data: [{ object: 'value_list', path: '/voice', name: 'voices', values: ['anna', 'ben'], read: readAt / 1000 }],
    },
  })
  expect(await call('GET', '/value-lists')).toMatchObject({
    status: 400,
    body: { detail: 'model is missing; name a Model ID, as in ?model=…' },
  })
  expect(await call('GET', '/value-lists?model=beta')).toMatchObject({
    status: 400,
    body: { detail: 'model must be a Model ID; GET /models lists them' },
  })
  const keyless = await fetch(`${service.baseUrl}/v2/model-center/value-lists?model=beta-5.0`)
  expect(keyless.status).toBe(401)
})

test('the extension is not declared where no upstream has such lists', async () => {
  const { service, call } = await testService()
  const declared = await answerOf(await fetch(`${service.baseUrl}/v2/model-center/capabilities`))
  expect(declared.body.extensions).not.toContain('value-lists')
  expect(await call('GET', '/value-lists?model=beta-5.0')).toMatchObject({ status: 200, body: { data: [] } })
})

test('a gateway in front of a gateway answers the lists that the inner one has at the moment', async () => {
  const values = ['anna']
  const inner = await testService(
    {},
    { provider: Object.assign(new StubUpstream(), { valueLists: async () => [voices([...values])] }) },
  )
  const behind = upstreamOf({
    ...{ baseUrl: `${inner.service.url}/api`, apiKey: inner.key },
    modelIds: { 'sd_2.0_discount': 'beta-5.0' },
  })
  const outer = await testService({}, { provider: relayProvider(behind, silentLog) })
  const data = async (model: string): Promise<unknown> => (await outer.call('GET', `/value-lists?model=${model}`)).body
  const list = { object: 'value_list', path: '/voice', name: 'voices', read: readAt / 1000 }
  expect(await data('beta-5.0')).toMatchObject({ data: [{ ...list, values: ['anna'] }] })
  values.push('ben')
  expect(await data('sd_2.0_discount')).toMatchObject({ data: [{ ...list, values: ['anna', 'ben'] }] })
  const declared = await answerOf(await fetch(`${outer.service.baseUrl}/v2/model-center/capabilities`))
  expect(declared.body.extensions).toContain('value-lists')
})

test('a gateway that cannot ask the inner one, or not in time, has no lists', async () => {
  const { service } = await testService()
  const asked = (url: string, apiKey: string, signal = AbortSignal.timeout(300_000)): Promise<unknown> | undefined =>
    relayProvider(upstreamOf({ baseUrl: url, apiKey }), silentLog).valueLists?.(model, signal)
  expect(await asked(`${service.url}/api`, 'another-key')).toEqual([])
  expect(await asked(`${service.url}/api`, 'another-key', AbortSignal.abort())).toEqual([])
})
