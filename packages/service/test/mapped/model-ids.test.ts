import { protocols, type Protocol } from '@model-tasks/documents/upstreams'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from '../../src/commands/doctor/doctor.js'
import { serveFake, type FakeOptions, type ServedFake } from '../../src/commands/fake/serve-fake.js'
import { tokenPathOf } from '../../src/commands/fake/token-desk.js'
import { checkUpstreams } from '../../src/run/provider/mapped/check.js'
import { defaultSettings, type Upstream } from '../../src/settings/settings.js'
import { temporaryFolder } from '../support/folder.js'
import { upstream, upstreamOf } from '../support/relay.js'
import { testService } from '../support/service.js'
import { exampleFolder, keyAt, knownKey, mappingOf } from './support.js'

const key = 'key-of-the-upstream'

async function fakeOf(protocol: Protocol, options: FakeOptions = {}): Promise<ServedFake> {
  const mapping = mappingOf(protocol)
  const fake = await serveFake(mapping, { ...knownKey(mapping, key), models: ['owner/right', 'ep-2026'], ...options })
  onTestFinished(() => fake.close())
  return fake
}

function upstreamAt({ baseUrl }: ServedFake, protocol: Protocol, more: Partial<Upstream> = {}): Upstream {
  const apiKey = keyAt(mappingOf(protocol), { baseUrl }, key)
  const modelIds = { 'sd_2.0_discount': 'owner/right', 'sd_2.5_discount_v1': 'owner/wrong' }
  return upstreamOf({
    ...{ name: 'acme', protocol, baseUrl, apiKey, modelIds },
    ...exampleFolder(mappingOf(protocol)),
    ...more,
  })
}

const correct = 'correct modelIds["sd_2.5_discount_v1"] of the upstream acme'
const expected: Record<Protocol, [right: RegExp, wrong: string]> = {
  ark: [/: found;/, `UNKNOWN there (GET /models); ${correct};`],
  dashscope: [/: found;/, `UNKNOWN there (GET /api/v1/models?model=owner/wrong&page_no=1&page_size=1); ${correct};`],
  fal: [
    /: found;/,
    `not listed (GET /v1/models?endpoint_id=owner/wrong), which leaves out applications of an account; where it is none of them, ${correct};`,
  ],
  minimax: [
    /: not tested: its list of models has only those that make text;/,
    'not tested: its list of models has only those that make text;',
  ],
  'openai-videos': [/: found;/, `UNKNOWN there (GET /models); ${correct};`],
  luma: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  runway: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  flux: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  xai: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  together: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  wavespeed: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  higgsfield: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  leonardo: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  stability: [
    /: not tested: a model is a path, which answers only a submit;/,
    'not tested: a model is a path, which answers only a submit;',
  ],
  azure: [
    /: not tested: a model is a deployment, which its list of models does not have;/,
    'not tested: a model is a deployment, which its list of models does not have;',
  ],
  firefly: [/: not tested: requests name no model;/, 'not tested: requests name no model;'],
  bedrock: [
    /: not tested: models are listed by another host, which answers no request without a signature;/,
    'not tested: models are listed by another host, which answers no request without a signature;',
  ],
  hunyuan: [
    /: not tested: a model is an action, which is known only by a submit;/,
    'not tested: a model is an action, which is known only by a submit;',
  ],
  openrouter: [/: found;/, `UNKNOWN there (GET /models?output_modalities=video); ${correct};`],
  kling: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  vidu: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  vertex: [/: not tested: the protocol has no request for it;/, 'not tested: the protocol has no request for it;'],
  veo: [/: found;/, `UNKNOWN there (GET /models/owner/wrong); ${correct};`],
  replicate: [/: found;/, `UNKNOWN there (GET /models/owner/wrong); ${correct};`],
}

test.each(protocols)('%s: upstreams check and doctor test the model IDs of the settings', async (protocol) => {
  const sent: string[] = []
  const fake = await fakeOf(protocol, { intercept: ({ method, path }) => void sent.push(`${method} ${path}`) })
  const acme = upstreamAt(fake, protocol)
  const { ok, lines } = await checkUpstreams([acme])
  const [right, wrong] = expected[protocol]
  expect(lines[1]).toMatch(right)
  expect(lines[2]).toContain(`  sd_2.5_discount_v1 as owner/wrong: ${wrong}`)
  expect(ok).toBe(!wrong.startsWith('UNKNOWN'))
  const settings = { ...defaultSettings, provider: 'relay', checkMedia: false, port: 0, upstreams: [acme] } as const
  const folder = { dataDirectory: temporaryFolder() }
  const machine = { now: Date.now, nodeVersion: 'v20.19.0', patience: 30_000, freeBytes: async () => 50 * 1024 ** 3 }
  const findings = (await examine({ ...settings, ...folder }, machine)).filter(({ about }) => about === 'upstream acme')
  const level = wrong.startsWith('UNKNOWN') ? 'error' : wrong.startsWith('not listed') ? 'warning' : undefined
  const named = findings.filter(({ found }) => found.includes('"owner/wrong" for sd_2.5_discount_v1'))
  expect(named).toEqual(level === undefined ? [] : [expect.objectContaining({ level, next: correct })])
  expect(findings.map(({ found }) => found)).toContain(
    level === undefined
      ? `2 model IDs cannot be tested: ${/not tested: (.*);/.exec(wrong)?.[1] ?? ''}`
      : 'knows 1 model of the settings',
  )
  // Nothing is bought, and a list is asked for once.
  expect(
    sent.filter(
      (request) => !request.startsWith('GET') && !request.endsWith(tokenPathOf(mappingOf(protocol).authentication)),
    ),
  ).toEqual([])
  expect(sent.filter((request) => request === 'GET /models').length).toBeLessThanOrEqual(4)
  expect(fake.tasks).toEqual([])
})

test('a model that cannot be tested is said so, with the reason', async () => {
  const lineOf = async (fake: ServedFake, protocol: Protocol, more: Partial<Upstream> = {}): Promise<unknown> => {
    const { ok, lines } = await checkUpstreams([upstreamAt(fake, protocol, more)])
    return [ok, lines[1]?.split('; ')[0]?.split(': ').slice(1).join(': ')]
  }
  const ark = await fakeOf('ark')
  expect(await lineOf(ark, 'ark', { modelIds: { 'sd_2.0_discount': 'ep-1' } })).toEqual([
    true,
    'not tested: an endpoint of the account is in no list of models',
  ])
  expect(await lineOf(ark, 'ark', { apiKey: 'wrong' })).toEqual([false, 'not tested'])
  const answering = (status: number, body: string): Promise<ServedFake> =>
    fakeOf('openai-videos', {
      intercept: ({ path }) => (path === '/models' ? { answer: { status, body } } : undefined),
    })
  expect(await lineOf(await answering(200, '{"models":[]}'), 'openai-videos')).toEqual([
    true,
    'not tested: the answer to GET /models names no models',
  ])
  const fal = await fakeOf('fal', {
    intercept: ({ path }) => (path === '/v1/models' ? { answer: { status: 404, body: '<html>' } } : undefined),
  })
  expect(await lineOf(fal, 'fal')).toEqual([true, 'not tested: fal: the answer is not JSON (HTTP 404)'])
})

test('another host of a vendor is asked for models without the key', async () => {
  const headers: (string | null)[] = []
  const fake = await fakeOf('fal')
  const { mappedProvider } = await import('../../src/run/provider/mapped/provider.js')
  const listed = { models: [{ endpoint_id: 'owner/right' }] }
  const provider = mappedProvider(
    mappingOf('fal'),
    { ...upstreamAt(fake, 'fal'), baseUrl: 'https://queue.fal.run' },
    {
      fetchKeys: async (url, init) => {
        headers.push(url instanceof Request ? url.url : String(url), new Headers(init?.headers).get('authorization'))
        return Response.json(listed)
      },
    },
  )
  const models = await provider.testModels?.(['sd_2.0_discount'])
  await provider.close()
  expect([...(models ?? [])]).toEqual([['sd_2.0_discount', { model: 'known' }]])
  expect(headers).toEqual(['https://api.fal.ai/v1/models?endpoint_id=owner/right', null])
})

test('a service of the same interface is asked for its list of models', async () => {
  const behind = await testService()
  const listing = { baseUrl: behind.service.baseUrl, apiKey: behind.key }
  const modelIds = { 'sd_2.0_discount': 'sd_2.0_discount', 'beta-5.0': 'beta-5,0' }
  const { ok, lines } = await checkUpstreams([{ ...upstreamOf(listing), modelIds }])
  expect([ok, lines.slice(1)]).toEqual([
    false,
    [
      '  sd_2.0_discount as sd_2.0_discount: found',
      '  beta-5.0 as beta-5,0: UNKNOWN there (its list of models); correct modelIds["beta-5.0"] of the upstream default',
    ],
  ])
  const silent = await checkUpstreams([{ ...upstreamOf(await upstream()), modelIds }])
  expect([silent.ok, silent.lines[1]]).toEqual([
    true,
    expect.stringMatching(/^ {2}sd_2\.0_discount as sd_2\.0_discount: not tested: /),
  ])
})
