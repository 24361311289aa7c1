import { join } from 'node:path'
import { startService } from '@model-tasks/service'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

test('cost works out the price of the catalogue from the parameters that change it', async () => {
  expect(await desk.run(['cost', 'sd_2.0_discount', 'duration=12'])).toEqual({
    code: 0,
    out: '12 credits   sd_2.0_discount, by the standard price, since the catalogue states none\n  perSecond  1 × 12  = 12\nchanges with   duration\n',
    err: 'Give prompt too to ask the service for its own price.\n',
  })
})

test('cost rejects what the model does not accept', async () => {
  const { code, out, err } = await desk.run(['cost', 'sd_2.0_discount', 'duration=99'])
  expect([code, out]).toEqual([3, ''])
  expect(err).toContain('duration: 99 is too large; use 15 or less')
})

test('cost prints the price of the service too, and submits nothing', async () => {
  const service = await startService({
    port: 0,
    dataDirectory: join(desk.folder, 'data'),
    prices: new Map([['sd_2.0_discount', [{ from: -Infinity, lines: [{ credits: 2, per: 'seconds' }], tiers: [] }]]]),
  })
  onTestFinished(() => service.close())
  const { code, out, err } = await desk.run(['cost', 'sd_2.0_discount', 'prompt=x', 'duration=12'])
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^12 credits {3}sd_2\.0_discount/)
  expect(out.split('\n').at(-2)).toBe(`24 credits   at ${service.baseUrl}`)
  expect(JSON.parse((await desk.run(['cost', 'sd_2.0_discount', 'prompt=x', '--json'])).out)).toMatchObject({
    amount: 5,
    parameters: ['duration'],
    service: { baseUrl: service.baseUrl, amount: 10 },
  })
  expect(JSON.parse((await desk.run(['list', '--json'])).out)).toEqual([])
})

test('cost prints the price of the catalogue where the service does not answer', async () => {
  const { code, out, err } = await desk.run(['cost', 'beta-5.0', 'prompt=x'], {
    env: { MODEL_TASKS_BASE_URL: 'http://127.0.0.1:9/api', MODEL_TASKS_API_KEY: 'k' },
  })
  expect([code, out]).toEqual([0, expect.stringMatching(/^1 credit /)])
  expect(err).toContain('advice  http://127.0.0.1:9/api did not say its own price: ')
})
