import { expect, test } from 'vitest'
import { formatPeriod, periodEnd, periodStart } from '../src/domain/money/budget.js'
import { maxMicroCredits } from '../src/domain/money/credits.js'
import { directoryPrice, priceResource } from '../src/domain/money/price-resource.js'
import { priceOf } from '../src/domain/money/price.js'
import type { Price } from '../src/domain/money/price-terms.js'
import { pricedModels } from '../src/domain/money/priced-models.js'
import { quoteOf } from '../src/domain/money/quote.js'

const model = pricedModels().get('sd_2.0_discount')!
const always = { from: -Infinity, tiers: [] }

test('a price is shown by its rates only where these say all of it', () => {
  const short = [{ credits: 0.05 }, { credits: 0.12, per: 'seconds' }]
  expect(priceResource({ ...always, lines: short })).toEqual({ perTask: 0.05, perSecond: 0.12 })
  const long: Price['lines'][] = [
    [{ credits: 0.05, when: { resolution: '1080p' } }],
    [{ credits: 0.05 }, { credits: 0.01 }],
    [{ credits: 0.12, per: ['seconds', 'outputs'] }],
    [{ credits: 0.12, per: { of: 'seconds', beyond: 5 } }],
    [{ credits: 0.12, per: 'outputs' }],
    [{ credits: { resolution: { '720p': 0.5, '*': 1 } }, per: 'seconds' }],
  ]
  for (const lines of long) expect(priceResource({ ...always, lines })).toEqual({ lines })
  const [tiered = []] = long
  expect(priceResource({ ...always, lines: short, tiers: [{ when: { resolution: '1080p' }, lines: tiered }] })).toEqual(
    {
      lines: short,
      tiers: [{ when: { resolution: ['1080p'] }, lines: tiered }],
    },
  )
})

test('a free model is shown to cost 0 per task', () => {
  expect(priceResource({ ...always, lines: [{ credits: 0, per: 'seconds' }] })).toEqual({ perTask: 0 })
})

test('a directory names the conditions of lines, and of two tiers that state the same only the first', () => {
  const lines = [
    { credits: 0.5 },
    { credits: 0.1, per: 'seconds', when: { resolution: '1080p' } },
    { credits: 0, per: 'images' },
  ]
  const when = { generate_audio: true }
  const tiers = [
    { when, lines: [{ credits: 0.7 }] },
    { when, lines: [{ credits: 0.9 }] },
  ]
  expect(directoryPrice({ ...always, lines, tiers }).pricing_skus).toEqual({
    per_task: '0.5',
    'per_second:resolution=1080p': '0.1',
    'per_task:generate_audio=true': '0.7',
    'per_second:resolution=1080p,generate_audio=true': '0',
  })
})

test('a request is not priced at more than can be counted, and at exactly that much it is', () => {
  const most = maxMicroCredits / 1e6
  const rest = { credits: 0.000001, per: 'seconds' }
  const of = (lines: Price['lines']) => quoteOf(model, { ...always, lines }, { prompt: 'x', duration: 10 })
  expect(of([{ credits: most }])).toMatchObject({ amount: maxMicroCredits })
  expect(of([{ credits: most }, rest])).toEqual({
    rule: 'price-unknown',
    severity: 'error',
    path: '',
    message: `sd_2.0_discount: this request cannot be priced, it costs more than ${most} credits`,
    source: 'extension: credits',
  })
})

test('a request that a price says nothing of is told which parameter that is about', () => {
  const lines = [{ credits: { resolution: { '720p': 0.5 } } }]
  expect(quoteOf(model, { ...always, lines }, { prompt: 'x', resolution: '1080p' })).toEqual({
    rule: 'price-unknown',
    severity: 'error',
    path: '/resolution',
    parameter: 'resolution',
    message:
      'resolution: this request cannot be priced, no rate is known where resolution is "1080p"; ask the operator to correct the price',
    source: 'extension: credits',
  })
})

test('a model without a price of its own has the standard one from the beginning', () => {
  expect(priceOf(model, new Map(), -1e15).lines.length).toBeGreaterThan(0)
})

test('a budget of a month ends with the first of the next one in UTC, and one of a day at midnight', () => {
  const at = Date.UTC(2026, 11, 25, 23, 59)
  expect(periodStart('month', at)).toBe(Date.UTC(2026, 11, 1))
  expect(periodEnd('month', Date.UTC(2026, 11, 1))).toBe(Date.UTC(2027, 0, 1))
  expect(periodStart('day', at)).toBe(Date.UTC(2026, 11, 25))
  expect(periodEnd('day', Date.UTC(2026, 11, 25))).toBe(Date.UTC(2026, 11, 26))
  expect([formatPeriod('month', at), formatPeriod('day', at)]).toEqual(['2026-12', '2026-12-25'])
})
