import { expect, onTestFinished, test } from 'vitest'
import { SpanStatusCode, context, trace, type Span, type TracerProvider } from '@opentelemetry/api'
import { silentLog } from '../src/base/log.js'
import { upstreamProviders } from '../src/run/provider/upstreams.js'
import { startService } from '../src/compose/start.js'
import { parseTraceparent } from '../src/run/telemetry/tracing.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { ended, relay, upstream, upstreamOf } from './support/relay.js'
import { answerOf, image, video } from './support/service.js'
import { testReceiver } from './support/webhook-receiver.js'

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0', 'too short'],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', 'no trace'],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', 'no span'],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'another version'],
  [undefined, 'none'],
])('%s is not a traceparent: %s', (text, _why) => {
  expect(parseTraceparent(text)).toBeUndefined()
})

async function tracedSubmit(): Promise<string | undefined> {
  const behind = await upstream()
  const clock = new ManualClock()
  const provider = upstreamProviders([upstreamOf(behind)], silentLog)
  const service = await startService(
    { port: 0, dataDirectory: temporaryFolder(), siteDirectory: '/nowhere', tracing: true },
    { clock, provider, log: silentLog },
  )
  onTestFinished(() => service.close())
  const answer = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.newKey ?? ''}`,
      'content-type': 'application/json',
      traceparent: caller,
    },
    body: JSON.stringify(image),
  })
  expect(answer.status).toBe(200)
  for (;;) {
    const submitted = behind.requests.find(({ method }) => method === 'POST')
    if (submitted !== undefined) return String(submitted.headers['traceparent'] ?? '')
    clock.advance(250)
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
  }
}

test('without an SDK a caller’s traceparent reaches the upstream as it came', async () => {
  expect(await tracedSubmit()).toBe(caller)
})

interface Recorded {
  name: string
  parent: string | undefined
  traceId: string
  attributes: Record<string, unknown>
  failed: boolean
  ended: boolean
}

/** Puts an SDK in place that records spans, whose IDs are their numbers, until the test is over. */
function recordSpans(): Recorded[] {
  const spans: Recorded[] = []
  const provider: TracerProvider = {
    getTracer: () => ({
      startSpan(name, { attributes = {} } = {}, parentContext = context.active()) {
        const parent = trace.getSpanContext(parentContext)
        const spanContext = {
          traceId: parent?.traceId ?? 'f'.repeat(32),
          spanId: `${spans.length + 1}`.padStart(16, '0'),
          traceFlags: 1,
        }
        const { traceId } = spanContext
        const kept = {
          name,
          parent: parent?.spanId,
          traceId,
          attributes: { ...attributes },
          failed: false,
          ended: false,
        }
        spans.push(kept)
        const span: Span = {
          spanContext: () => spanContext,
          setAttribute: () => span,
          setAttributes(more) {
            Object.assign(kept.attributes, more)
            return span
          },
          addEvent: () => span,
          addLink: () => span,
          addLinks: () => span,
          setStatus({ code }) {
            kept.failed = code === SpanStatusCode.ERROR
            return span
          },
          updateName: () => span,
          end: () => void (kept.ended = true),
          isRecording: () => true,
          recordException: () => undefined,
        }
        return span
      },
      startActiveSpan: () => {
        throw new Error('not used')
      },
    }),
  }
  trace.setGlobalTracerProvider(provider)
  onTestFinished(() => {
    trace.disable()
  })
  return spans
}

test('with an SDK the upstream gets the span of the submission, in the trace of the caller', async () => {
  const spans = recordSpans()
  expect(await tracedSubmit()).toBe('00-0af7651916cd43dd8448eb211c80319c-0000000000000002-01')
  const ofCaller = { traceId: parseTraceparent(caller)?.traceId, ended: true }
  await expect
    .poll(() => spans)
    .toMatchObject([
      { name: 'POST /api/v2/model-center/tasks', parent: 'b7ad6b7169203331', ...ofCaller },
      { name: 'submit to default', parent: '0000000000000001', ...ofCaller },
    ])
})

test('with an SDK each poll, the files and each attempt of the webhook are spans in the trace of the caller', async () => {
  const spans = recordSpans()
  const behind = await upstream()
  const receiver = await testReceiver()
  receiver.replies.push(500)
  const service = await relay(behind, undefined, { tracing: true, webhooks: [receiver.webhook] })
  const { body } = await answerOf(
    await fetch(`${service.url}/api/v2/model-center/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', traceparent: caller },
      body: JSON.stringify(video),
    }),
  )
  await service.when(body.id, ended)
  const told = await service.meanwhile(receiver.arrival(1))
  const followed = () => spans.filter(({ name, parent }) => parent === '0000000000000001' && !name.startsWith('submit'))
  const upstreamName = { 'model_tasks.upstream': 'default' }
  const webhook = { 'model_tasks.task': body.id, 'model_tasks.webhook': 'orders' }
  await expect
    .poll(() => followed().map(({ name, attributes, failed, ended: over }) => ({ name, attributes, failed, over })))
    .toEqual([
      ...['running', 'completed'].map((states) => ({
        name: 'poll default',
        attributes: { ...upstreamName, 'model_tasks.tasks': 1, 'model_tasks.states': states },
        ...{ failed: false, over: true },
      })),
      {
        name: 'fetch files from default',
        attributes: { ...upstreamName, 'model_tasks.task': body.id, 'model_tasks.bytes': behind.result.length },
        ...{ failed: false, over: true },
      },
      ...[500, 204].map((status) => ({
        name: 'tell orders',
        attributes: { ...webhook, 'http.response.status_code': status },
        ...{ failed: status === 500, over: true },
      })),
    ])
  const number = spans.findLastIndex(({ name }) => name === 'tell orders') + 1
  expect(told.headers['traceparent']).toBe(`00-0af7651916cd43dd8448eb211c80319c-${String(number).padStart(16, '0')}-01`)
})
