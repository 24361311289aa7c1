import { join } from 'node:path'
import catalogue from '@model-tasks/documents/catalogue.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { hashApiKey } from '../src/admit/accounts/api-key.js'
import type { JsonObject } from '../src/base/json.js'
import { creditsOf, maxMicroCredits, microCreditsOf } from '../src/domain/money/credits.js'
import { priceOf } from '../src/domain/money/price.js'
import { directoryPrice } from '../src/domain/money/price-resource.js'
import { pricedModels } from '../src/domain/money/priced-models.js'
import { quoteOf } from '../src/domain/money/quote.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { prices } from './support/prices.js'
import { seededRandom } from './support/seeded-random.js'
import { image, testService, video } from './support/service.js'

const picture = 'https://pictures.example/a.png'

/** The price list of an operator: seconds, resolution, sound, images and input video, and a rise in 2027. */
const list = prices({
  'sd_2.0_discount': [
    {
      perSecond: 0.12,
      perTask: 0.05,
      perImage: 0.01,
      tiers: [
        { when: { resolution: '1080p', generate_audio: true }, perSecond: 0.5 },
        { when: { resolution: ['720p', '1080p'], reference_videos: { min: 1 } }, perSecond: 0.3, perTask: 0 },
        { when: { reference_images: { min: 3, max: 5 } }, perImage: 0.002 },
      ],
    },
    { from: '2027-01-01T08:00:00Z', perSecond: 1 },
  ],
  'beta-5.0': { perTask: 0.033333, tiers: [{ when: { resolution: '4K' }, perTask: 0.1 }] },
  'sd_2.0_special': { perTask: 0 },
})

/** The same list once more, by hand and in thousandths of a credit per hundred, so that a slip in one shows. */
function oracle(model: string, request: JsonObject, year: number): bigint {
  const given = <T>(name: string, otherwise: T): T => (request[name] as T | undefined) ?? otherwise
  const seconds = (otherwise: number): bigint => BigInt(given('duration', otherwise))
  const length = (name: string): number => given<string[]>(name, []).length
  if (model === 'beta-5.0') return given<string>('resolution', '2K') === '4K' ? 100_000n : 33_333n
  if (model === 'sd_2.0_special') return 0n
  if (model === 'alpha_1_5_pro_720p') return seconds(11) * 1_000_000n
  if (model === 'epsilonO3') return seconds(6) * 1_000_000n
  if (model === 'sd_2.0_mini_special') return 5_000_000n
  if (year >= 2027) return seconds(5) * 1_000_000n
  const images = BigInt(length('reference_images') + length('first_image') + length('last_image'))
  const resolution = given<string>('resolution', '720p')
  if (resolution === '1080p' && given<boolean>('generate_audio', true))
    return seconds(5) * 500_000n + 50_000n + images * 10_000n
  if (resolution !== '480p' && length('reference_videos') > 0) return seconds(5) * 300_000n + images * 10_000n
  const perImage = length('reference_images') >= 3 && length('reference_images') <= 5 ? 2000n : 10_000n
  return seconds(5) * 120_000n + 50_000n + images * perImage
}

test('10,000 random requests are quoted as the price list says, to the micro-credit', () => {
  const random = seededRandom(7)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const models = [
    'sd_2.0_discount',
    'sd_2.0_discount',
    'beta-5.0',
    'sd_2.0_special',
    'alpha_1_5_pro_720p',
    'epsilonO3',
    'sd_2.0_mini_special',
  ]
  let highest = 0n
  for (let count = 0; count < 10_000; count += 1) {
    const model = pricedModels().get(pick(models))
    if (model === undefined) throw new Error('the catalogue has these models')
    const request: JsonObject = { prompt: 'x' }
    const { parameters } = catalogue.models.find(({ id }) => id === model.id) ?? { parameters: [] }
    const duration = parameters.find(({ name }) => name === 'duration')
    const [minimum, maximum] =
      duration?.kind === 'integer'
        ? [duration.minimum, duration.maximum]
        : duration?.kind === 'enum'
          ? [duration.values[0], duration.values.at(-1)]
          : []
    if (duration !== undefined && random() < 0.8)
      request['duration'] = Number(minimum) + Math.floor(random() * (Number(maximum) - Number(minimum) + 1))
    if (duration === undefined && random() < 0.3) request['duration'] = pick([-1000, 0, 1e6, 5])
    for (const [name, choices] of Object.entries(model.choices))
      if (name !== 'duration' && random() < 0.5) request[name] = pick(choices)
    for (const parameter of parameters)
      if (parameter.kind === 'media' && random() < 0.5)
        request[parameter.name] = Array.from({ length: Math.floor(random() * (parameter.maxItems + 1)) }, () => picture)
    const year = pick([2026, 2027])
    const quote = quoteOf(model, priceOf(model, list, Date.UTC(year, 11, 31)), request)
    expect(quote, JSON.stringify([model.id, request, year])).toMatchObject({
      amount: Number(oracle(model.id, request, year)),
    })
    if ('amount' in quote && BigInt(quote.amount) > highest) highest = BigInt(quote.amount)
  }
  expect(highest).toBe(15_000_000n)
})

test('every model of the catalogue has a positive standard price', () => {
  for (const model of pricedModels().values()) {
    const quote = quoteOf(model, priceOf(model, new Map(), 0), {})
    expect(quote, model.id).toMatchObject({ amount: expect.any(Number) })
    expect('amount' in quote ? quote.amount : 0, model.id).toBeGreaterThanOrEqual(1_000_000)
  }
  expect(pricedModels().size).toBe(catalogue.models.length)
})

test('credits are micro-credits when they have at most six decimals', () => {
  for (const credits of [0.1, 0.000001, 13.5, 1e6, 0.29, 1.005, 4035.27, -2.5])
    expect(creditsOf(microCreditsOf(credits) ?? NaN)).toBe(credits)
  for (const credits of [0.0000001, NaN, Infinity, -Infinity, 1e10, 2 ** 33 + 0.00001, 1 / 3])
    expect(microCreditsOf(credits)).toBeUndefined()
})

test('up to the largest amount, what is shown is the amount to the micro-credit', () => {
  const random = seededRandom(7)
  /** By its digits alone. */
  const exact = (micro: number): string => {
    const digits = String(micro).padStart(7, '0')
    return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
  }
  const amounts = Array.from({ length: 30_000 }, (_, index) =>
    index % 3 === 0
      ? maxMicroCredits - index
      : Math.floor(random() * maxMicroCredits ** (index % 3 === 1 ? 1 : random())),
  )
  const wrong = [0, 1, 10, 999_999, maxMicroCredits, ...amounts].filter(
    (micro) => JSON.stringify(creditsOf(micro)) !== exact(micro) || microCreditsOf(Number(exact(micro))) !== micro,
  )
  expect(wrong).toEqual([])
})

const key = 'mt_guest'
async function guestService(credits: number, clock?: ManualClock) {
  const folder = temporaryFolder()
  const stores = await openSqliteStores(join(folder, 'tasks.db'))
  await stores.accounts.addAccount({ id: 'guest', name: 'Guest', unlimited: false, credits: credits * 1e6, created: 1 })
  await stores.keys.addKey({ hash: hashApiKey(key), id: 'key_guest', account: 'guest', created: 1 })
  await stores.close()
  const service = await testService({ dataDirectory: folder, key, prices: list }, clock === undefined ? {} : { clock })
  const balance = async (): Promise<unknown> =>
    (await service.call('POST', '/quote', { body: image })).body['available']
  return { ...service, balance }
}

test('what is quoted is what is held and what is settled', async () => {
  const { submit, call, ended, balance } = await guestService(1000)
  let left = 1000_000_000
  for (const body of [
    video,
    { ...video, resolution: '1080p' },
    { ...video, resolution: '1080p', generate_audio: false, reference_images: [picture, picture, picture] },
    image,
    { ...image, resolution: '4K' },
    { model: 'sd_2.0_special', prompt: 'x', duration: -1000 },
    { model: 'sd_2.0_mini_special', prompt: 'x', duration: '99999' },
  ]) {
    const quoted = (await call('POST', '/quote', { body })).body
    expect(quoted['object']).toBe('quote')
    left -= Math.round(quoted.amount * 1e6)
    const { id } = (await submit(body)).body
    expect(await balance(), 'held').toBe(left / 1e6)
    expect((await ended(id)).amount, 'settled').toBe(quoted.amount)
    expect(await balance(), 'settled').toBe(left / 1e6)
  }
})

test('a quote shows its parts and makes nothing', async () => {
  const { call, provider } = await guestService(7)
  const { status, body } = await call('POST', '/quote', { body: { ...video, reference_images: [picture] } })
  expect([status, body]).toEqual([
    200,
    {
      object: 'quote',
      model: 'sd_2.0_discount',
      amount: 0.66,
      lines: [
        { rate: 'perTask', credits: 0.05, quantity: 1, amount: 0.05 },
        { rate: 'perSecond', credits: 0.12, quantity: 5, amount: 0.6 },
        { rate: 'perImage', credits: 0.01, quantity: 1, amount: 0.01 },
      ],
      available: 7,
      findings: expect.any(Array),
    },
  ])
  expect((await call('POST', '/quote', { body: { ...video, duration: 99 } })).body.findings[0]).toMatchObject({
    rule: 'maximum',
    path: '/duration',
  })
  expect((await call('GET', '/tasks')).body.data).toEqual([])
  expect(provider.submitted).toEqual([])
})

test('an account whose credits are not counted gets a quote without a balance', async () => {
  const { call } = await testService()
  expect((await call('POST', '/quote', { body: image })).body).toEqual({
    object: 'quote',
    model: 'beta-5.0',
    amount: 1,
    lines: [{ rate: 'perTask', credits: 1, quantity: 1, amount: 1 }],
    findings: [],
  })
})

test('a price changes on its date, and the list of models says so beforehand', async () => {
  const clock = new ManualClock(Date.parse('2027-01-01T07:59:59Z'))
  const { call } = await guestService(10, clock)
  const priceNow = async () => {
    const { data } = (await call('GET', '/models')).body
    const model = data.find(({ id }) => id === 'sd_2.0_discount') as Record<string, unknown> | undefined
    return [model?.['price'], model?.['upcoming_prices']]
  }
  const later = { from: '2027-01-01T08:00:00.000Z', perSecond: 1 }
  expect(await priceNow()).toEqual([
    {
      perTask: 0.05,
      perSecond: 0.12,
      perImage: 0.01,
      tiers: [
        { when: { resolution: ['1080p'], generate_audio: [true] }, perTask: 0.05, perSecond: 0.5, perImage: 0.01 },
        { when: { resolution: ['720p', '1080p'], reference_videos: { min: 1 } }, perSecond: 0.3, perImage: 0.01 },
        { when: { reference_images: { min: 3, max: 5 } }, perTask: 0.05, perSecond: 0.12, perImage: 0.002 },
      ],
    },
    [later],
  ])
  expect((await call('POST', '/quote', { body: video })).body.amount).toBe(0.65)
  clock.advance(1000)
  expect(await priceNow()).toEqual([later, undefined])
  expect((await call('POST', '/quote', { body: video })).body.amount).toBe(5)
})

test.each([
  ['a number that is not finite', '{"model":"sd_2.0_mini_special","prompt":"x","duration":-1e400}', '/duration'],
  ['an integer beyond what is exact', '{"model":"sd_2.0_mini_special","prompt":"x","seed":9007199254740993}', '/seed'],
  ['one inside', '{"model":"sd_2.0_mini_special","prompt":"x","a/b":[{"c":1e999}]}', '/a~1b/0/c'],
])('400 with one finding for %s, and nothing is held', async (_name, body, path) => {
  const { submit, balance, call } = await guestService(7)
  const answer = await submit(body)
  expect([answer.status, answer.body.findings.filter(({ severity }) => severity === 'error')]).toEqual([
    400,
    [expect.objectContaining({ rule: 'number-range', path, message: expect.stringContaining('too large') })],
  ])
  expect(await balance()).toBe(7)
  expect((await call('GET', '/tasks')).body.data).toEqual([])
})

test.each([
  [{ ...video, duration: -1000 }, 'minimum'],
  [{ ...video, duration: 0 }, 'minimum'],
  [{ ...video, duration: '5' }, 'type'],
  [{ ...video, duration: 5.5 }, 'type'],
  ['{"model":"sd_2.0_discount","prompt":"x","duration":1e400}', 'type'],
  ['{"model":"sd_2.0_discount","prompt":"x","duration":-0}', 'minimum'],
])('400 with one finding for %j', async (body, rule) => {
  const { submit, balance } = await guestService(7)
  const answer = await submit(body)
  expect([answer.status, answer.body.findings]).toEqual([400, [expect.objectContaining({ rule, path: '/duration' })]])
  expect(await balance()).toBe(7)
})

test('a model directory has each price as a decimal string, and tiers by their conditions', () => {
  const skusOf = (id: string): unknown => directoryPrice(priceOf(pricedModels().get(id)!, list, 0)).pricing_skus
  expect(skusOf('sd_2.0_discount')).toEqual({
    per_task: '0.05',
    per_second: '0.12',
    per_image: '0.01',
    'per_second:resolution=1080p,generate_audio=true': '0.5',
    'per_task:resolution=720p|1080p,reference_videos=1..': '0',
    'per_second:resolution=720p|1080p,reference_videos=1..': '0.3',
    'per_image:reference_images=3..5': '0.002',
  })
  expect(skusOf('sd_2.0_special')).toEqual({ per_task: '0' })
})
