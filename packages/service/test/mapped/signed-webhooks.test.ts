import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '@model-tasks/client/policy'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import type { ReceivedWebhook, WebhookVerdict } from '../../src/domain/provider/provider.js'
import { protocolInFile } from '../../src/run/provider/check-protocol.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { temporaryFolder } from '../support/folder.js'
import { mappingOf } from './support.js'

/**
 * A webhook that was signed by somebody else, and checked with the package that `verifiedBy` names. `signature` is how a
 * file of an operator describes it; `protocol` is one of the catalogue, `answer` where its upstream gives the key.
 */
interface Vector {
  name: string
  signedBy: string
  verifiedBy?: string
  protocol?: string
  answer?: { path: string; body: object }
  signature?: { time?: { toleranceSeconds: number } }
  secret?: string
  headers: Record<string, string>
  body: string
  /** Milliseconds since the Unix epoch; absent: the webhook does not say when it was sent. */
  sent?: number
}

const vectors = JSON.parse(readFileSync(new URL('signed-webhooks.json', import.meta.url), 'utf8')) as Vector[]
const seventh = readFileSync(new URL('../../../../test/upstreams/seventh.json', import.meta.url), 'utf8')

/** The mapping in a file of an operator that describes this signature. */
async function describing(signature: object): Promise<Mapping> {
  const path = join(temporaryFolder(), 'seventh.json')
  const webhooks = { body: '/hook', signature, source: 'sdk' }
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(seventh) as object), webhooks }))
  return protocolInFile(path)
}

/** Judges webhooks of a vector at a time. */
async function judgeOf({ protocol, signature = {}, answer, secret }: Vector) {
  const mapping = protocol === undefined ? await describing(signature) : mappingOf(protocol)
  const fake = await serveFake(mapping, {
    intercept: ({ path }) =>
      path === answer?.path ? { answer: { status: 200, body: JSON.stringify(answer.body) } } : undefined,
  })
  onTestFinished(() => fake.close())
  const time = { date: 0 }
  const provider = mappedProvider(
    mapping,
    {
      name: 'up',
      baseUrl: fake.baseUrl,
      apiKey: 'key',
      modelIds: {},
      ...(secret === undefined ? {} : { webhookSecret: secret }),
    },
    { clock: { ...systemClock, date: () => time.date } },
  )
  return async (received: ReceivedWebhook, date: number): Promise<WebhookVerdict | undefined> => {
    time.date = date
    return provider.judgeWebhook?.(received)
  }
}

/** A text whose first character is another. */
const turned = (text: string): string => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`

test.each(vectors.map((vector) => [vector.name, vector] as const))(
  '%s: a webhook of another signer is genuine, and an altered, old or early one is not',
  async (_name, vector) => {
    const { headers, body, sent = 0, signature } = vector
    const judge = await judgeOf(vector)
    const received = { headers, body: Buffer.from(body) }
    const forged = (reason: RegExp): object => ({ verdict: 'forged', reason: expect.stringMatching(reason) })
    expect(await judge(received, sent)).toEqual({ verdict: 'genuine' })
    for (const altered of [`${body} `, turned(body), ''])
      expect(await judge({ headers, body: Buffer.from(altered) }, sent), altered).toMatchObject({ verdict: 'forged' })
    for (const [name, value] of Object.entries(headers)) {
      expect(await judge({ ...received, headers: { ...headers, [name]: undefined } }, sent), name).toEqual(
        forged(/^it is not signed: the header /),
      )
      const changed = { ...headers, [name]: `${value.slice(0, -6)}${turned(value.slice(-6))}` }
      expect(await judge({ ...received, headers: changed }, sent), name).toMatchObject({ verdict: 'forged' })
    }
    if (vector.sent === undefined) return
    const tolerance = signature?.time?.toleranceSeconds ?? 300
    for (const away of [-1, 1]) {
      expect(await judge(received, sent + away * 1000 * tolerance)).toEqual({ verdict: 'genuine' })
      expect(await judge(received, sent + away * (1000 * tolerance + 1))).toEqual(
        forged(new RegExp(`^its time is more than ${tolerance} s away$`)),
      )
    }
  },
)

test.each(vectors.filter(({ secret }) => secret !== undefined).map((vector) => [vector.name, vector] as const))(
  '%s: with another key it is forged, and without one nothing is believed',
  async (_name, vector) => {
    const { headers, body, sent = 0, secret = '' } = vector
    const received = { headers, body: Buffer.from(body) }
    const other = `${secret.slice(0, -4)}${turned(secret.slice(-4))}`
    const judge = await judgeOf({ ...vector, secret: other })
    expect(await judge(received, sent)).toEqual({ verdict: 'forged', reason: 'its signature fits no key' })
    const { secret: _secret, ...without } = vector
    expect(await (await judgeOf(without))(received, sent)).toEqual({
      verdict: 'unverifiable',
      error: 'no webhookSecret is set for the upstream',
    })
  },
)

const github = vectors.find(({ name }) => name === 'GitHub')?.signature ?? {}
const hex = { ...github, key: { by: 'setting', encoding: 'hex', prefix: 'key-' } }
const open = (mapping: Mapping, webhookSecret?: string, webhookUrl?: () => string): object =>
  mappedProvider(
    mapping,
    {
      name: 'up',
      baseUrl: 'https://up.example',
      apiKey: 'key',
      modelIds: {},
      ...(webhookSecret === undefined ? {} : { webhookSecret }),
    },
    { webhookUrl },
  )

test('a secret of another form, a missing one and one that is not used are told at the start, without the secret', async () => {
  const mapping = await describing(hex)
  for (const secret of ['00ff', 'key-', 'key-0', 'key-secret'])
    expect(() => open(mapping, secret), secret).toThrow(
      /^webhookSecret must be key- and the bytes of the secret in hexadecimal$/,
    )
  expect(() => open(mapping, undefined, () => 'https://me.example')).toThrow(
    'Seventh signs its webhooks with a secret of yours: name its variable in webhookSecretEnv, or turn them off with "webhooks": false',
  )
  expect(() => open(mapping)).not.toThrow()
  expect(() => open(mappingOf('replicate'), 'secret')).toThrow(
    'webhookSecret does nothing: Replicate has no webhooks with a secret of yours; leave it out',
  )
})
