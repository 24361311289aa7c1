import { expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import type { Settings } from '../../src/settings/settings.js'
import { knownKey, mappingOf } from '../mapped/support.js'
import { ended, relay, upstream, type Behind } from '../support/relay.js'
import { video, type AnswerBody } from '../support/service.js'
import { testReceiver } from '../support/webhook-receiver.js'

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** A request that arrived at an upstream. */
interface Asked {
  method: string
  traceparent: unknown
}

/** An upstream over HTTP, and what it was asked from the submit on. */
type Place = Behind & { asked(): Asked[] }

/** Each way in which this service speaks to upstreams. */
const upstreams: Readonly<Record<string, () => Promise<Place>>> = {
  async 'the interface itself'() {
    const server = await upstream({ script: [{ status: 'queued' }, { status: 'processing' }, { status: 'completed' }] })
    const { baseUrl, apiKey, requests } = server
    const asked = (): Asked[] =>
      requests.flatMap(({ route, method, headers }) =>
        route === 'capabilities' ? [] : [{ method, traceparent: headers['traceparent'] }],
      )
    return { baseUrl, apiKey, asked }
  },
  async 'a mapped protocol'() {
    const requests: Asked[] = []
    const mapping = mappingOf('ark')
    const fake = await serveFake(mapping, {
      ...knownKey(mapping, 'key'),
      intercept: ({ method, headers }) => {
        requests.push({ method, traceparent: headers['traceparent'] })
        return undefined
      },
    })
    onTestFinished(() => fake.close())
    return { baseUrl: fake.baseUrl, apiKey: 'key', protocol: 'ark', asked: () => requests }
  },
}

/** What a store has to keep so that a service which starts on it goes on with the trace of each caller. */
export function oneTraceContract(settings: () => Promise<Partial<Settings>>): void {
  const kinds = Object.entries(upstreams)

  test.each(kinds)('a caller’s trace goes on after a restart in polls, file and webhook, at %s', async (_, open) => {
    const { asked, ...behind } = await open()
    const receiver = await testReceiver()
    const all = { ...(await settings()), tracing: true, webhooks: [receiver.webhook] }
    const first = await relay(behind, undefined, all)
    const id = await submitTraced(first)
    await first.when(id, ({ status }) => status !== 'queued')
    await first.close()
    const before = asked().length
    expect(asked().map(({ method }) => method)).toContain('POST')

    const second = await relay(behind, first, all)
    const task = await second.when(id, ended)
    expect(task).toMatchObject({ status: 'completed', error: null })
    const told = await second.meanwhile(receiver.arrival(0))
    expect(asked().length, 'polls, and the file').toBeGreaterThan(before + 1)
    expect(asked().filter(({ traceparent }) => traceparent !== caller)).toEqual([])
    expect([told.body.data.id, told.headers['traceparent']]).toEqual([id, caller])
  })

  test('tasks of other callers, and a service that does not trace, send no trace', async () => {
    const { asked, ...behind } = await (upstreams['the interface itself'] as () => Promise<Place>)()
    const receiver = await testReceiver()
    const shared = { ...(await settings()), webhooks: [receiver.webhook] }
    const traced = await relay(behind, undefined, { ...shared, tracing: true })
    const { body } = await traced.call('POST', '/tasks', video)
    await traced.when(body.id, ended)
    await traced.meanwhile(receiver.arrival(0))
    const id = await submitTraced(traced)
    await traced.when(id, ({ status }) => status !== 'queued')
    await traced.close()
    const before = asked().length
    const untraced = await relay(behind, traced, shared)
    await untraced.when(id, ended)
    await untraced.meanwhile(receiver.arrival(1))
    const withTrace = asked().map(({ traceparent }) => traceparent !== undefined)
    expect(
      withTrace.slice(
        0,
        asked().findIndex(({ traceparent }) => traceparent === caller),
      ),
    ).not.toContain(true)
    expect(withTrace.slice(before)).not.toContain(true)
    expect(receiver.arrivals.map(({ headers }) => headers['traceparent'])).toEqual([undefined, undefined])
  })
}

async function submitTraced({ url, key }: { url: string; key: string }): Promise<string> {
  const answer = await fetch(`${url}/api/v2/model-center/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', traceparent: caller },
    body: JSON.stringify(video),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as AnswerBody).id
}
