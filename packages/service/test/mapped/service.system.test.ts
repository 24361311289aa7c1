import { signs } from '@model-tasks/documents/upstreams/interpreter'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../src/commands/administration/run.js'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import { ok, reportLines } from '../../src/commands/doctor/report.js'
import { plainLog } from '../../src/base/log.js'
import { checkUpstreams } from '../../src/run/provider/mapped/check.js'
import type { Upstream } from '../../src/settings/settings.js'
import { ended, relay, upstreamOf } from '../support/relay.js'
import type { AnswerBody } from '../support/service.js'
import { exampleFolder, keyAt, knownKey, mappingOf, mappings, taskFor } from './support.js'
import { protocols } from '@model-tasks/documents/upstreams'

const upstreamKey = 'key-of-the-upstream'

function upstreamAt(baseUrl: string, named: string): Upstream {
  const protocol = protocols.find((one) => one === named)
  return upstreamOf({
    name: 'fake',
    baseUrl,
    apiKey: protocol === undefined ? upstreamKey : keyAt(mappingOf(protocol), { baseUrl }, upstreamKey),
    ...(protocol === undefined ? {} : { protocol, ...exampleFolder(mappingOf(protocol)) }),
  })
}

/** A service in front of upstreams of these protocols, the preferred first. Its time goes on with each query. */
async function serviceBefore(...named: string[]) {
  const fakes = []
  for (const name of named) {
    const fake = await serveFake(mappingOf(name), knownKey(mappingOf(name), upstreamKey))
    onTestFinished(() => fake.close())
    fakes.push(fake)
  }
  const upstreams = fakes.map(({ baseUrl }, index) => ({
    ...upstreamAt(baseUrl, named[index] ?? ''),
    name: `up-${index}`,
  }))
  return { fakes, ...(await relay(upstreams)) }
}

test.each(mappings)('%s: the service completes a task at its upstream and stores the file', async (name, mapping) => {
  const { fakes, call, when } = await serviceBefore(name)
  const { model, parameters } = taskFor(mapping)
  const { body } = await call('POST', '/tasks', { model, ...parameters })
  const task = await when(body.id, ended)
  expect(task).toMatchObject({ status: 'completed', error: null })
  expect((await (await fetch(task.result_url)).arrayBuffer()).byteLength).toBeGreaterThan(0)
  expect(fakes[0]?.tasks).toHaveLength(1)
})

test('openai-videos: an image model may have any ID at the fake', async () => {
  const fake = await serveFake(mappingOf('openai-videos'))
  onTestFinished(() => fake.close())
  const { call, when } = await relay({ ...upstreamAt(fake.baseUrl, 'openai-videos'), modelIds: { 'beta-5.0': 'gpt' } })
  const { body } = await call('POST', '/tasks', { model: 'beta-5.0', prompt: 'A boat' })
  expect(await when(body.id, ended)).toMatchObject({ status: 'completed', error: null })
  expect(fake.tasks).toMatchObject([{ kind: 'image', model: 'gpt' }])
})

test('the URLs of the upstream reach the caller, all of them, for the models whose tasks show them', async () => {
  for (const [model, protocol, shows] of [
    ['sd_2.0_discount', 'ark', true],
    ['sd_2.0_discount', 'fal', true],
    ['epsilonO3', 'replicate', false],
  ] as const) {
    const files = { 'content-type': 'video/mp4' }
    const json = { 'content-type': 'application/json' }
    let baseUrl = ''
    const urls = () => [`${baseUrl}/one.mp4`, `${baseUrl}/two.mp4`]
    const answers = {
      ark: () => ({ status: 'succeeded', content: { video_url: urls() } }),
      fal: () => ({ status: 'COMPLETED', videos: urls().map((url) => ({ url })) }),
      replicate: () => ({ status: 'succeeded', output: urls() }),
    }
    const task = answers[protocol]
    const fake = await serveFake(mappingOf(protocol), {
      key: 'key-of-the-upstream',
      intercept({ method, path }) {
        if (path.endsWith('.mp4')) return { answer: { status: 200, headers: files, body: '\0a video' } }
        return method === 'GET' ? { answer: { status: 200, headers: json, body: JSON.stringify(task()) } } : undefined
      },
    })
    onTestFinished(() => fake.close())
    baseUrl = fake.baseUrl
    const { call, when } = await relay({ ...upstreamAt(baseUrl, protocol) })
    const length = model === 'sd_2.0_discount' ? { duration: 5 } : {}
    const { body } = await call('POST', '/tasks', { model, prompt: 'A boat', ...length })
    const ends = await when(body.id, ended)
    expect(ends).toMatchObject({ status: 'completed', result_url: expect.not.stringContaining('one.mp4') })
    const shown = ends as unknown as Record<string, unknown>
    const kept = await Promise.all((shown['result_urls'] as string[]).map(async (url) => (await fetch(url)).text()))
    expect(kept).toEqual(['\0a video', '\0a video'])
    expect([shown['upstream_url'], shown['upstream_urls']]).toEqual(
      shows ? [urls()[0], urls()] : [undefined, undefined],
    )
  }
})

test('a request that no upstream can carry is rejected before it is a task, by submit and quote alike', async () => {
  const { fakes, call } = await serviceBefore('minimax')
  const body = { model: 'sd_2.0_discount', prompt: 'A boat', resolution: '720p', duration: 5 }
  for (const path of ['/tasks', '/quote'])
    expect(await call('POST', path, body), path).toMatchObject({
      status: 400,
      body: {
        type: 'urn:model-tasks:problem:invalid-request',
        findings: [
          {
            rule: 'upstream-unsupported',
            severity: 'error',
            path: '/resolution',
            parameter: 'resolution',
            received: '720p',
            message: expect.stringMatching(/^resolution: MiniMax .*"720p"/),
          },
        ],
      },
    })
  expect((await call('GET', '/tasks')).body).toMatchObject({ data: [] })
  expect(fakes[0]?.tasks).toEqual([])
})

test('a caller can see that the upstream of a waiting task is paused, and not why', async () => {
  const fake = await serveFake(mappingOf('ark'), { key: 'another-key' })
  onTestFinished(() => fake.close())
  const { call } = await relay(upstreamAt(fake.baseUrl, 'ark'))
  const { body } = await call('POST', '/tasks', { model: 'sd_2.0_discount', prompt: 'A boat', duration: 5 })
  const timing = async () => (await call('GET', `/tasks/${body.id}`)).headers.get('server-timing')
  await expect.poll(timing).toMatch(/^queue;desc="fake is paused";dur=\d+$/)
  const { text } = await call('GET', `/tasks/${body.id}`)
  expect(text.replace(body.id, ''), 'an ID may hold any digits').not.toMatch(/401|key|unauthorized/)
})

test('a mistyped model ID fails no task: the operator learns which setting to correct, and it goes through then', async () => {
  const fake = await serveFake(mappingOf('ark'), { models: ['their-model', 'other-model'] })
  onTestFinished(() => fake.close())
  const adminKey = 'an-admin-key-of-this-test'
  const behind = (id: string) => ({
    ...upstreamAt(fake.baseUrl, 'ark'),
    modelIds: { 'sd_2.0_discount': id, 'sd_2.5_discount_v1': 'other-model' },
  })
  const mistyped = await relay(behind('thier-model'), undefined, { adminKey })
  const parameters = { prompt: 'A boat', duration: 5 }
  const { body } = await mistyped.call('POST', '/tasks', { model: 'sd_2.0_discount', ...parameters })
  const headers = { authorization: `Bearer ${adminKey}` }
  const admin = async () =>
    ((await (await fetch(`${mistyped.url}/admin/upstreams`, { headers })).json()) as AnswerBody).data
  await expect.poll(admin).toMatchObject([
    {
      queue: 'fake',
      status: 'idle',
      pausedModels: [{ model: 'sd_2.0_discount', sentAs: 'thier-model', error: expect.stringContaining('HTTP 404') }],
    },
  ])
  const { headers: answered } = await mistyped.call('GET', `/tasks/${body.id}`)
  expect(answered.get('server-timing')).toMatch(/^queue;desc="fake is paused";dur=\d+$/)
  const other = await mistyped.call('POST', '/tasks', { model: 'sd_2.5_discount_v1', ...parameters })
  expect((await mistyped.when(other.body.id, ended)).status).toBe('completed')
  const settings = { dataDirectory: mistyped.folder, databaseUrl: undefined }
  const lastLine = async () => {
    const lines: string[] = []
    await runCommand(
      ['queue'],
      settings,
      (line) => lines.push(line),
      () => mistyped.clock.now(),
    )
    return lines.at(-1)
  }
  // Now and then it is being tried again.
  await expect
    .poll(lastLine)
    .toMatch(
      /^1 of the latest tasks waits: fake declined: Ark: .*thier-model.*; correct modelIds of this upstream, which sends the model as "thier-model"$/,
    )
  await mistyped.close()
  const corrected = await relay(behind('their-model'), mistyped)
  expect(await corrected.when(body.id, ended)).toMatchObject({ status: 'completed' })
  expect(fake.tasks.map(({ model }) => model)).toEqual(['other-model', 'their-model'])
})

test('a request goes to the first upstream that can carry it', async () => {
  const { fakes, call, when } = await serviceBefore('minimax', 'ark')
  const { status, body } = await call('POST', '/tasks', {
    model: 'sd_2.0_discount',
    prompt: 'A boat',
    duration: 5,
    resolution: '720p',
  })
  expect(status).toBe(200)
  expect(await when(body.id, ended)).toMatchObject({ status: 'completed' })
  const { headers } = await call('GET', `/tasks/${body.id}`)
  expect(headers.get('server-timing')).toMatch(/^queue;dur=\d+, upstream;desc="up-1: succeeded";dur=\d+$/)
  expect(fakes.map(({ tasks }) => tasks.length)).toEqual([0, 1])
  const wide = { model: 'sd_2.0_discount', prompt: 'A boat', duration: 5, reference_images: ['assetId://one'] }
  const rejected = await call('POST', '/quote', wide)
  expect(rejected.status).toBe(400)
  expect(JSON.stringify(rejected.body)).toMatch(/MiniMax.*assetId:.*Ark.*assetId:/)
})

test('upstreams check tells accepted keys from others, and what it cannot test', async () => {
  for (const [name, mapping] of mappings) {
    const fake = await serveFake(mapping, knownKey(mapping, upstreamKey))
    onTestFinished(() => fake.close())
    const isSigned = signs(mapping.authentication.token)
    const isExchanged = mapping.authentication.token?.by === 'google-service-account'
    const isTested = mapping.probe !== undefined || isExchanged
    const good = await checkUpstreams([{ ...upstreamAt(fake.baseUrl, name), models: ['sd_2.0_discount'] }])
    expect(good.ok).toBe(true)
    expect(good.lines[0]).toMatch(isTested ? /the key is accepted|does not reject the key/ : /cannot be tested/)
    expect(good.lines[1]).toMatch(/test requests can be carried/)
    const bad = await checkUpstreams([
      { ...upstreamAt(fake.baseUrl, name), apiKey: isSigned ? 'wrong-key:wrong' : 'wrong-key' },
    ])
    expect(bad.ok).toBe(!isTested)
    expect(bad.lines.join()).not.toContain('wrong-key')
    expect(fake.tasks).toEqual([])
  }
})

test('upstreams check takes neither a page of HTML nor an error in a success for an accepted key', async () => {
  for (const [name, mapping] of mappings.filter(([, { probe }]) => probe !== undefined)) {
    const answers = [
      [
        200,
        'text/html',
        '<html>Sign in</html>',
        /^fake .*: misconfigured: .* the answer is not JSON \(HTTP 200\)$|answered HTTP 200/,
      ],
      [502, 'text/html', '<html>Bad gateway</html>', /^fake .*: unavailable: .*HTTP 502/],
    ] as const
    for (const [status, type, body, said] of answers) {
      const answer = { status, headers: { 'content-type': type }, body }
      const fake = await serveFake(mapping, { intercept: () => ({ answer }) })
      onTestFinished(() => fake.close())
      const { ok, lines } = await checkUpstreams([upstreamAt(fake.baseUrl, name)])
      expect([ok, lines], name).toEqual([false, [expect.stringMatching(said)]])
    }
  }
  const inside = { error: { type: 'authorized_error', message: 'invalid api key' } }
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(inside) }
  const fake = await serveFake(mappingOf('minimax'), { intercept: () => ({ answer }) })
  onTestFinished(() => fake.close())
  expect((await checkUpstreams([upstreamAt(fake.baseUrl, 'minimax')])).lines).toEqual([
    'fake (minimax): credentials: MiniMax: invalid api key (HTTP 200, authorized_error)',
  ])
})

test('words of an upstream change no terminal: each line of upstreams check, doctor and the log is one line', async () => {
  const words = '\u001b[31mno\u0007 such\nkey'
  const answer = { status: 401, body: JSON.stringify({ detail: words }) }
  const fake = await serveFake(mappingOf('replicate'), { intercept: () => ({ answer }) })
  onTestFinished(() => fake.close())
  const { lines } = await checkUpstreams([upstreamAt(fake.baseUrl, 'replicate')])
  expect(lines).toEqual(['fake (replicate): credentials: Replicate: [31mno such key (HTTP 401)'])
  expect(reportLines([ok('upstream', words)])[0]).toBe('ok      upstream: [31mno such key')
  let logged = ''
  const write = (line: string): void => {
    logged += line
  }
  plainLog({ write, level: 'error', redact: (line) => line }).error('it failed', { error: words })
  expect(logged).toBe('it failed error=[31mno such key\n')
})

async function consoleCookie(url: string, key: string): Promise<string> {
  const body = new URLSearchParams({ key })
  const signedIn = await fetch(`${url}/console/sign-in`, { method: 'POST', body, redirect: 'manual' })
  return signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** What the page of a task lists, by the names in it. */
async function consoleFacts(url: string, cookie: string, id: string): Promise<Record<string, string>> {
  const text = await (await fetch(`${url}/console/tasks/${id}`, { headers: { cookie } })).text()
  const facts = text.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs)
  return Object.fromEntries([...facts].map(([, name = '', value = '']) => [name, value]))
}

test('the page of a task in the console says what its upstream says of it, and why it waits for one', async () => {
  const fake = await serveFake(mappingOf('ark'), { key: 'key-of-the-upstream', duration: 3_600_000 })
  onTestFinished(() => fake.close())
  const adminKey = 'an-admin-key-of-this-test'
  const upstreams = [
    { ...upstreamAt(fake.baseUrl, 'ark'), models: ['sd_2.0_discount'] },
    { ...upstreamAt(fake.baseUrl, 'ark'), name: 'wrong', apiKey: 'wrong', models: ['sd_2.5_discount_v1'] },
  ]
  const { call, meanwhile, url } = await relay(upstreams, undefined, { adminKey })
  const cookie = await consoleCookie(url, adminKey)
  const factsOf = (id: string) => consoleFacts(url, cookie, id)
  const submit = async (model: string) =>
    (await call('POST', '/tasks', { model, prompt: 'A boat', duration: 5 })).body.id
  const [runs, waits] = [await submit('sd_2.0_discount'), await submit('sd_2.5_discount_v1')]
  await meanwhile(expect.poll(() => factsOf(runs)).toMatchObject({ Upstream: 'fake', 'Upstream status': 'queued' }))
  expect(Object.keys(await factsOf(runs))).toEqual(expect.arrayContaining(['Waited here', 'Ran upstream']))
  await expect
    .poll(() => factsOf(waits))
    .toMatchObject({ 'Upstream paused': expect.stringMatching(/^credentials: .*401/) })
  expect(await factsOf(waits)).not.toHaveProperty('Upstream status')
})

test('the word that an upstream ended a task with is kept: in the console and as Server-Timing', async () => {
  const adminKey = 'an-admin-key-of-this-test'
  const fake = await serveFake(mappingOf('ark'), { key: 'key-of-the-upstream' })
  onTestFinished(() => fake.close())
  const { call, when, url } = await relay(upstreamAt(fake.baseUrl, 'ark'), undefined, { adminKey })
  const submit = async (prompt: string) =>
    (await call('POST', '/tasks', { model: 'sd_2.0_discount', prompt, duration: 5 })).body.id
  const cookie = await consoleCookie(url, adminKey)
  for (const [prompt, word] of [
    ['A boat', 'succeeded'],
    ['[[fail: no boats]]', 'failed'],
  ] as const) {
    const id = await submit(prompt)
    await when(id, ended)
    const { headers } = await call('GET', `/tasks/${id}`)
    expect(headers.get('server-timing')).toContain(`upstream;desc="fake: ${word}"`)
    expect(await consoleFacts(url, cookie, id)).toMatchObject({ 'Upstream status': word })
  }
})

test('upstreams check says which models are not named for the upstream, and which are not made there', async () => {
  const fake = await serveFake(mappingOf('ark'), { key: 'key-of-the-upstream' })
  onTestFinished(() => fake.close())
  const { ok, lines } = await checkUpstreams([
    {
      ...upstreamAt(fake.baseUrl, 'ark'),
      models: ['sd_2.0_discount', 'sd_2.5_discount_v1', 'not-made-there'],
      modelIds: { 'sd_2.5_discount_v1': 'ep-20260101' },
    },
    { ...upstreamAt(fake.baseUrl, 'ark'), name: 'any' },
    { ...upstreamAt(fake.baseUrl, 'model-tasks'), name: 'peer' },
  ])
  expect(ok).toBe(true)
  expect(lines).toEqual([
    'fake (ark): the key is accepted',
    expect.stringMatching(
      /^ {2}sd_2\.0_discount as sd_2\.0_discount: not tested: the answer to GET \/models names no models; \d+ of \d+ test requests can be carried; modelIds does not say what it is called there$/,
    ),
    expect.stringMatching(
      /^ {2}sd_2\.5_discount_v1 as ep-20260101: not tested: an endpoint of the account is in no list of models; \d+ of \d+ test requests can be carried$/,
    ),
    '  not-made-there as not-made-there: not tested: the answer to GET /models names no models; it is not made there; modelIds does not say what it is called there',
    'any (ark): the key is accepted',
    'peer (model-tasks): it answers and does not reject the key; whether it takes tasks shows with the first',
  ])
})
