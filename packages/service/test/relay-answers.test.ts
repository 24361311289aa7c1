import { expect, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { relayReader } from '../src/run/provider/relay-reader.js'
import { relayProvider } from '../src/run/provider/relay.js'
import { asked } from './support/asked.js'
import { upstreamOf } from './support/relay.js'
import { localServer } from './support/local-server.js'

type Route = 'submit' | 'query' | 'capabilities'
/** A status with a body; one that is a text is sent as HTML. */
type Answered = [status: number, body: object | string]

const task = { id: 'up-1', model: 'beta-5.0', object: 'image', created: 1, progress: 0, status: 'queued', error: null }
const page = '<html>maintenance</html>'

/** An upstream of this interface that answers so, each in its turn and the last one for ever, and what it was asked. */
async function upstream(answers: Partial<Record<Route, Answered[]>>) {
  const queries: (string | undefined)[] = []
  const url = await localServer((request, response) => {
    const { method, url = '', headers } = request
    request.resume()
    const route = url.endsWith('/capabilities') ? 'capabilities' : method === 'POST' ? 'submit' : 'query'
    if (route === 'query') queries.push(headers['prefer']?.toString())
    const left = answers[route] ?? [[404, { title: 'not found' }]]
    const [status, body] = (left.length > 1 ? left.shift() : left[0])!
    const [type, text] = typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)]
    response.writeHead(status, { 'content-type': type }).end(text)
  })
  const baseUrl = `${url}/api`
  return { provider: relayProvider(upstreamOf({ baseUrl, apiKey: 'test-key' }), silentLog), queries }
}

const signal = new AbortController().signal
const request = asked({ id: 'task_1', model: 'beta-5.0', kind: 'image', parameters: { prompt: 'a boat' } })

test.each<[what: string, answer: Answered, proved: object]>([
  [
    'has another task under the key, which an earlier request made',
    [409, { type: 'urn:model-tasks:problem:idempotency-conflict', title: 'taken' }],
    { answer: 'unknown' },
  ],
  ['answers a conflict of another kind', [409, { type: 'about:blank', detail: 'taken' }], { answer: 'rejected' }],
  [
    'finds mistakes in it',
    [400, { title: 'invalid', findings: [finding('/size', 'size: is too large'), finding('/seed', 'seed: no')] }],
    { answer: 'rejected', error: 'the upstream rejected the request: size: is too large; seed: no' },
  ],
  [
    'does not know the model',
    [400, { title: 'invalid', findings: [finding('/model', 'model: is not known')] }],
    { answer: 'unknown-model', sentAs: 'beta-5.0' },
  ],
  ['answers a page', [200, page], { answer: 'unknown' }],
])('what a submit proves where the upstream %s', async (_, answer, proved) => {
  const { provider } = await upstream({ submit: [answer] })
  expect(await provider.submit(request)).toMatchObject(proved)
})

function finding(path: string, message: string): object {
  return { rule: 'made-up', severity: 'error', path, parameter: path.slice(1), message, source: 'made up' }
}

test.each<[what: string, answer: Answered, reason: string | undefined]>([
  ['does not know the task', [404, { title: 'unknown task' }], undefined],
  ['has nothing but an error to say of a task that it cannot have', [500, { title: 'oops' }], undefined],
  ['is cut off behind a gateway', [502, page], 'unavailable'],
  ['is too slow for a gateway', [504, page], 'unavailable'],
  ['is away', [503, { title: 'later' }], 'unavailable'],
  ['does not know the key', [401, { title: 'no' }], 'credentials'],
  ['is a page', [200, page], 'misconfigured'],
  ['answers JSON that is not a Task', [200, {}], undefined],
])('after a pause one task is tried, unless the upstream says why not: it %s', async (_, answer, reason) => {
  const { provider } = await upstream({ query: [answer] })
  expect((await provider.probe?.())?.pause?.reason).toBe(reason)
})

test.each([
  [{ amount: 0 }, undefined],
  [{ amount: 3 }, 'some'],
  [{}, 'unknown'],
  [{ amount: '0' }, 'unknown'],
])('what a failed task costs is what the upstream says: %j', async (amount, cost) => {
  const { provider } = await upstream({ query: [[200, { ...task, status: 'failed', error: 'dark', ...amount }]] })
  const snapshot = (await provider.poll(['up-1'], signal)).get('up-1')
  expect(snapshot).toMatchObject({ state: 'failed', error: 'dark' })
  expect(snapshot?.state === 'failed' ? snapshot.cost : 'not failed').toBe(cost)
})

test('a poll waits for a change of the status that is known, of which the header has to hold the word', async () => {
  const capabilities: Answered = [200, { object: 'capabilities', extensions: ['wait'], wait: { maximumSeconds: 30 } }]
  const running = (status: string): Answered => [200, { ...task, status }]
  const { provider, queries } = await upstream({
    capabilities: [capabilities],
    query: [running('processing'), running('nearly done'), running('processing')],
  })
  await provider.keptKeys()
  for (let polls = 0; polls < 4; polls += 1) await provider.poll(['up-1'], signal)
  expect(queries).toEqual([undefined, 'wait=20; seen=processing', undefined, 'wait=20; seen=processing'])
})

const declares: Answered = [200, { object: 'capabilities', extensions: ['idempotency'] }]

test.each<[what: string, answers: Answered[], keeps: boolean]>([
  ['declares nothing', [[404, { title: 'not found' }]], false],
  ['answers with a page, and was never heard', [[200, page]], false],
  ['answers with a page where it declared that it keeps keys', [declares, [200, page]], true],
  ['answers with the page of a proxy where it declared that it keeps keys', [declares, [404, page]], true],
  ['declares nothing any more', [declares, [404, { title: 'not found' }]], false],
  ['answers with something else in JSON', [declares, [200, ['no capabilities']]], false],
  ['fails, and was never heard', [[500, { title: 'oops' }]], true],
])('whether a repeat may buy once, where the upstream %s', async (_, answers, keeps) => {
  const { provider } = await upstream({ capabilities: [...answers] })
  const heard = answers.length > 1 ? await provider.keptKeys() : undefined
  if (heard !== undefined) expect(heard).toEqual({ time: 86_400_000, since: undefined, heard: true })
  expect(await provider.keptKeys()).toEqual(keeps && { time: 86_400_000, since: undefined, heard: false })
})

test('a status whose meaning is not known is said in the log once, without the key, and its task goes on', () => {
  const logged: unknown[] = []
  const log = { ...silentLog, error: (message: string, fields?: object) => void logged.push([message, fields]) }
  const read = relayReader(upstreamOf({ name: 'alpha', baseUrl: 'https://up.example/api', apiKey: 'test-key' }), log)
  const seen = (status: string) => read({ ...task, status })
  expect([seen('queued'), seen('test-key resting'), seen('test-key resting')]).toEqual([
    { state: 'running', status: 'queued', progress: 0 },
    ...Array<object>(2).fill({ state: 'running', status: '[redacted] resting', progress: 0, unknown: true }),
  ])
  expect(logged).toEqual([
    [expect.stringContaining('a status that is in no table'), { upstream: 'alpha', status: '[redacted] resting' }],
  ])
})
