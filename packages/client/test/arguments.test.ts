import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelTasks, ModelTasksError, RequestInvalidError, type HandleJson } from '../src/index.js'
import { startFaultServer, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
let client: ModelTasks

beforeEach(async () => {
  server = await startFaultServer()
  client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, modelIds: { 'sd_2.0_discount': 'theirs' } })
})
afterEach(() => server.close())

const circular: Record<string, unknown> = { prompt: 'x' }
circular.self = circular

const malformed: [name: string, args: unknown[], message: RegExp][] = [
  [
    'no input',
    ['sd_2.0_discount'],
    /expected an object as the input for sd_2\.0_discount, got undefined; write submit\(model, input\)/,
  ],
  [
    'one object for both',
    [{ model: 'sd_2.0_discount', prompt: 'x' }],
    /expected a Model ID, got an object; write submit\(model, input\)/,
  ],
  ['nothing at all', [], /expected a Model ID, got undefined; write submit\(model, input\)/],
  ['a number', [7, { prompt: 'x' }], /expected a Model ID, got a number; write submit\(model, input\)/],
  ['a model without letters', ['', { prompt: 'x' }], /expected a Model ID, got an empty string/],
  ['an array', ['sd_2.0_discount', [{ prompt: 'x' }]], /expected an object .* got an array/],
  ['a string', ['sd_2.0_discount', 'A paper boat'], /got a string/],
  ['null', ['sd_2.0_discount', null], /got null/],
  ['a function', ['sd_2.0_discount', () => 1], /got a function/],
  ['a circle', ['sd_2.0_discount', circular], /cannot be written as JSON: .*circular/i],
  ['a BigInt', ['sd_2.0_discount', { prompt: 'x', duration: 5n }], /cannot be written as JSON: .*BigInt/],
  [
    'another model',
    ['sd_2.0_discount', { model: 'beta-5.0', prompt: 'x' }],
    /the input names the model "beta-5\.0" and the call names sd_2\.0_discount/,
  ],
]

describe('a submit whose arguments are malformed says how to write it', () => {
  for (const [name, args, message] of malformed) {
    it(name, async () => {
      for (const method of ['submit', 'run', 'custom'] as const) {
        const error: unknown = await Reflect.apply(
          client[method] as (...all: unknown[]) => Promise<unknown>,
          client,
          args,
        ).catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(RequestInvalidError)
        expect((error as Error).message).toMatch(message)
        expect((error as RequestInvalidError).findings).toHaveLength(1)
      }
      expect(server.requests).toEqual([])
    })
  }

  it('but the same model twice does not contradict itself, in our words or in the words of the service', async () => {
    for (const model of ['sd_2.0_discount', 'theirs']) await client.custom('sd_2.0_discount', { model, prompt: 'x' })
    expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({ model: 'theirs' }),
      expect.objectContaining({ model: 'theirs' }),
    ])
    for (const named of [{}, { model: 'sd_2.0_discount' }, { model: 'theirs' }]) {
      const wrong: Promise<unknown> = client.custom('sd_2.0_discount', { ...named, prompt: 'x', duration: 99 })
      const error: unknown = await wrong.catch((reason: unknown) => reason)
      expect((error as RequestInvalidError).findings.map(({ path }) => path)).toEqual(['/duration'])
    }
  })
})

it('a model outside the catalogue is sent as it is, also where the input names it in the words of the service', async () => {
  const { baseUrl, apiKey } = server
  await new ModelTasks({ baseUrl, apiKey, modelIds: { 'next-1': 'theirs' } }).custom('next-1', {
    model: 'theirs',
    warp: 9,
  })
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ model: 'theirs', warp: 9 })
})

it('a warning that is not read stops no submit', async () => {
  const { baseUrl, apiKey } = server
  const silent = new ModelTasks({ baseUrl, apiKey, logger: {} })
  await silent.custom('sd_2.0_discount', { prompt: 'x', duration: 99 }, { validate: 'warn' })
  await silent.custom('zeta-H3_933_1080p', { prompt: 'x' }, { validate: 'off' })
  expect(server.count('submit')).toBe(2)
})

it('a task requires its ID', async () => {
  for (const id of [undefined, '', null, 7, {}, { id: '' }]) {
    expect(() => client.task(id as HandleJson)).toThrow(ModelTasksError)
    expect(() => client.task(id as HandleJson)).toThrow('task() requires a task ID')
    await expect(client.query(id as string)).rejects.toThrow('task() requires a task ID')
    await expect(client.cancel(id as string)).rejects.toThrow('cancel() requires a task ID')
    await expect(client.asset(id as string)).rejects.toThrow('asset() requires an asset ID')
  }
  expect(server.requests).toEqual([])
})
