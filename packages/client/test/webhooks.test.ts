import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { verifyWebhook, WebhookVerificationError, type WebhookVerification } from '../src/webhooks/index.js'

const now = 1_795_258_800
const key = Buffer.alloc(32, 'k')
const secret = `whsec_${key.toString('base64')}`
const task = {
  id: 'task_1',
  object: 'video',
  created: now,
  model: 'sd_2.0_discount',
  status: 'completed',
  result_url: 'https://tasks.example/results/纸船.mp4',
  error: null,
}
const event = { type: 'task.completed', timestamp: '2026-11-21T12:00:00.000Z', data: task }
const body = JSON.stringify(event)

const sign = (text: string | Uint8Array, { id = 'e1', time = now, by = key } = {}): string =>
  `v1,${createHmac('sha256', by).update(`${id}.${time}.`).update(text).digest('base64')}`
const headersOf = (signature: string, time = now, id = 'e1'): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(time),
  'webhook-signature': signature,
})

/** The error of a verification, which must fail. */
async function refusal(verification: Partial<WebhookVerification>): Promise<string> {
  const error: unknown = await verifyWebhook({ headers: headersOf(sign(body)), body, secret, ...verification }).then(
    () => 'verified',
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(WebhookVerificationError)
  const { message } = error as Error
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'WebhookVerificationError',
    code: 'webhook-verification',
    message,
  })
  for (const hidden of [secret, secret.slice(6), key.toString()])
    expect(String((error as Error).stack)).not.toContain(hidden)
  return message
}

vi.useFakeTimers({ now: now * 1000, toFake: ['Date'] })
afterEach(() => {
  vi.setSystemTime(now * 1000)
})

describe('a webhook', () => {
  it('is verified from text or bytes, with headers of any kind', async () => {
    const headers = headersOf(sign(body))
    for (const one of [
      headers,
      new Headers(headers),
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace('webhook', 'Webhook'), value])),
    ]) {
      expect(await verifyWebhook({ headers: one, body, secret })).toEqual({ ...event, id: 'e1' })
      expect(await verifyWebhook({ headers: one, body: new TextEncoder().encode(body), secret })).toEqual({
        ...event,
        id: 'e1',
      })
    }
  })

  it('tells a task that failed, too', async () => {
    const failed = { ...event, type: 'task.failed' }
    const text = JSON.stringify(failed)
    expect(await verifyWebhook({ headers: headersOf(sign(text)), body: text, secret })).toEqual({ ...failed, id: 'e1' })
  })

  it('may carry several signatures, of which one is enough', async () => {
    const others = [sign(body, { by: Buffer.alloc(32, 'o') }), 'v1a,AAAA', 'v1,%%%', 'v2', '']
    expect(
      (await verifyWebhook({ headers: headersOf([...others, sign(body), 'x'].join(' ')), body, secret })).data.id,
    ).toBe('task_1')
    expect(await refusal({ headers: headersOf(others.join(' ')) })).toMatch(
      /^no signature in webhook-signature is that of this body/,
    )
  })

  it('may be signed with any secret of a list, while a secret is being rotated', async () => {
    const next = Buffer.alloc(32, 'n')
    const secrets = [`whsec_${next.toString('base64')}`, secret]
    for (const by of [key, next])
      expect((await verifyWebhook({ headers: headersOf(sign(body, { by })), body, secret: secrets })).id).toBe('e1')
    expect(await refusal({ headers: headersOf(sign(body, { by: Buffer.alloc(32, 'o') })), secret: secrets })).toMatch(
      /^no signature/,
    )
    expect(await refusal({ secret: [] })).toBe('secret must not be an empty list')
    expect(await refusal({ secret: [secret, 'whsec_'] })).toMatch(/^secret must be whsec_/)
  })

  it.each([
    ['an object', event],
    ['an array', [event]],
    ['null', null],
    ['undefined', undefined],
    ['number', 5],
  ])('whose body was parsed is rejected with what to do: %s', async (given, parsed) => {
    expect(await refusal({ body: parsed as never })).toMatch(
      new RegExp(
        `^body must be the string or the bytes as they were received, got ${given}\\. A framework has parsed it`,
      ),
    )
  })

  it('is verified from a Buffer, and from a view of another realm', async () => {
    expect((await verifyWebhook({ headers: headersOf(sign(body)), body: Buffer.from(body), secret })).id).toBe('e1')
    const view = new DataView(new TextEncoder().encode(body).buffer) as unknown as Uint8Array
    expect((await verifyWebhook({ headers: headersOf(sign(body)), body: view, secret })).id).toBe('e1')
  })

  it('is signed as other implementations of Standard Webhooks sign', async () => {
    vi.setSystemTime(1614265330_000)
    const known = {
      headers: headersOf('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', 1614265330, 'msg_p5jXN8AQM9LWM0D4loKWxJek'),
      body: '{"test": 2432232314}',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }
    expect(await refusal(known), 'past the signature').toMatch(/^it is signed, and no event/)
    expect(await refusal({ ...known, body: '{"test":2432232314}' })).toMatch(/^no signature/)
  })

  it.each([
    ['another body', { body: `${body} ` }],
    ['another id', { headers: headersOf(sign(body), now, 'e2') }],
    ['another time', { headers: headersOf(sign(body), now + 1) }],
    ['another secret', { secret: `whsec_${Buffer.alloc(32, 'o').toString('base64')}` }],
    ['a signature of another version', { headers: headersOf(sign(body).replace('v1', 'v2')) }],
    ['a signature cut short', { headers: headersOf(sign(body).slice(0, -8)) }],
    ['no signature at all', { headers: headersOf('v1,') }],
  ])('with %s is rejected', async (_name, changed) => {
    expect(await refusal(changed)).toMatch(/^no signature in webhook-signature is that of this body; check/)
  })

  it('is rejected when it was sent more than five minutes ago, or from now', async () => {
    const sent = (time: number, tolerance?: number): Partial<WebhookVerification> => ({
      headers: headersOf(sign(body, { time }), time),
      tolerance,
    })
    for (const time of [now - 300, now + 300])
      expect((await verifyWebhook({ body, secret, headers: {}, ...sent(time) })).id).toBe('e1')
    expect(await refusal(sent(now - 301))).toMatch(/^it was sent 301 s ago, more than the 300 s that are allowed/)
    expect(await refusal(sent(now + 301))).toMatch(/^it was sent 301 s from now, more than/)
    expect(await refusal(sent(now - 11, 10_000))).toMatch(/^it was sent 11 s ago, more than the 10 s/)
    expect(await refusal(sent(now, NaN))).toMatch(/^tolerance must be/)
    expect(await refusal(sent(now, -1))).toMatch(/^tolerance must be/)
    expect((await verifyWebhook({ body, secret, headers: {}, ...sent(now, 0) })).id).toBe('e1')
    expect(await refusal(sent(now - 1, 0))).toMatch(/^it was sent 1 s ago, more than the 0 s/)
  })

  it.each([['webhook-id'], ['webhook-timestamp'], ['webhook-signature']])('without %s is rejected', async (name) => {
    const { [name]: _, ...headers } = headersOf(sign(body))
    expect(await refusal({ headers })).toBe(`the header ${name} is missing`)
    for (const value of ['', ['a', 'b']])
      expect(await refusal({ headers: { ...headers, [name]: value } })).toBe(`the header ${name} is missing`)
  })

  it('with a time that is none is rejected', async () => {
    for (const time of ['soon', '1e9', '-5', ' '])
      expect(await refusal({ headers: { ...headersOf(sign(body)), 'webhook-timestamp': time } })).toBe(
        'webhook-timestamp is not a time in seconds',
      )
  })

  it.each([
    ['{'],
    ['null'],
    ['[]'],
    ['{"type":"task.completed","timestamp":"x"}'],
    ['{"type":"task.queued","timestamp":"x","data":{"id":"t"}}'],
    ['{"type":"task.failed","timestamp":"x","data":{}}'],
    ['{"type":"task.failed","timestamp":"x","data":{"id":5}}'],
    ['{"type":"task.failed","timestamp":"x","data":null}'],
    ['{"type":"task.failed","timestamp":5,"data":{"id":"t"}}'],
    ['{"type":"task.failed","data":{"id":"t"}}'],
    ['{"timestamp":"x","data":{"id":"t"}}'],
  ])('that is signed and holds %s is rejected', async (text) => {
    expect(await refusal({ headers: headersOf(sign(text)), body: text })).toMatch(
      /^it is signed, and no event that this client knows/,
    )
  })

  it('that is signed and is not UTF-8 is rejected', async () => {
    const [before, after] = body.split('纸船')
    const encode = (text = ''): Uint8Array => new TextEncoder().encode(text)
    const bytes = Uint8Array.from([...encode(before), 0xff, ...encode(after)])
    expect(await refusal({ headers: headersOf(sign(bytes)), body: bytes })).toMatch(/^it is signed, and no event/)
  })

  it.each([
    '',
    'whsec_',
    'whsec_AAAA',
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    `secret${key.toString('base64')}`,
    'whsec_%%%',
    5,
    undefined,
  ])('is rejected with the secret "%s", which is none', async (none) => {
    expect(await refusal({ secret: none as never })).toBe(
      'secret must be whsec_ and the base64 of at least 24 bytes, as the service has it',
    )
  })
})
