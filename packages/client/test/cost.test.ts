import { describe, expect, it } from 'vitest'
import { cost, type CostInput } from '../src/cost/index.js'
import { RequestInvalidError } from '../src/index.js'

describe('cost', () => {
  it('says what a request costs and which parameters change it, from these alone', async () => {
    expect(await cost('sd_2.0_discount', { duration: 12 })).toEqual({
      model: 'sd_2.0_discount',
      amount: 12,
      lines: [{ rate: 'perSecond', credits: 1, quantity: 12, amount: 12 }],
      parameters: ['duration'],
      standard: true,
    })
    expect(await cost('beta-5.0', { prompt: 'A paper boat' })).toMatchObject({ amount: 1, parameters: [] })
  })

  it('counts a default that the client would send', async () => {
    expect(await cost('sd_2.0_discount', {})).toMatchObject({ amount: 5 })
  })

  it('accepts a whole input, and no value of another type', () => {
    const input: CostInput<'sd_2.0_discount'> = { prompt: 'A paper boat', duration: 5 }
    // @ts-expect-error a duration is a number
    const wrong: CostInput<'sd_2.0_discount'> = { duration: '5' }
    expect([input, wrong]).toHaveLength(2)
  })

  it('names a model that it does not know', async () => {
    const failure = await cost('toString' as 'beta-5.0', { prompt: 'x' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RequestInvalidError)
    expect(failure).toMatchObject({ findings: [{ rule: 'unknown-model', path: '/model' }] })
  })
})
