import { renderError, rendersFile } from '@model-tasks/documents/upstreams/interpreter'
import { expect, test, describe } from 'vitest'
import type { Interception } from '../../src/commands/fake/serve-fake.js'
import { ResultGone, ResultMissing } from '../../src/domain/provider/provider.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { mappingOf, mappings, openBench, running, standingClock, taskFor } from './support.js'

const html = { 'content-type': 'text/html' }
const json = { 'content-type': 'application/json' }

/** What happens to the submit, what it proves, and how many tasks then exist at the upstream. */
const submitFaults: [what: string, fault: Interception, answer: object, made: number][] = [
  ['a reset before the answer, the task made', { reset: true, after: true }, { answer: 'unknown' }, 1],
  ['a reset, nothing made', { reset: true }, { answer: 'unknown' }, 0],
  ['HTTP 500', { answer: { status: 500, body: '{}' } }, { answer: 'unknown' }, 0],
  ['HTTP 500, the task made', { answer: { status: 500, body: 'oops' }, after: true }, { answer: 'unknown' }, 1],
  ['HTTP 504 of a proxy', { answer: { status: 504, headers: html, body: '<html>' } }, { answer: 'unknown' }, 0],
  ['HTTP 408', { answer: { status: 408, body: '{}' } }, { answer: 'unknown' }, 0],
  ['HTML with HTTP 200', { answer: { status: 200, headers: html, body: '<html>' } }, { answer: 'unknown' }, 0],
  ['HTTP 200 without an ID', { answer: { status: 200, headers: json, body: '{"ok":true}' } }, { answer: 'unknown' }, 0],
  [
    'HTTP 429 with Retry-After',
    { answer: { status: 429, headers: { 'retry-after': '7' }, body: '{}' } },
    { answer: 'not-accepted', pause: { reason: 'rate-limited', retryAfter: 7000 } },
    0,
  ],
  [
    'HTTP 503 with a Retry-After of half an hour, by the clock of the upstream',
    {
      answer: {
        status: 503,
        headers: { date: 'Tue, 24 Nov 2020 02:00:00 GMT', 'retry-after': 'Tue, 24 Nov 2020 02:30:00 GMT' },
        body: '{}',
      },
    },
    { answer: 'unknown', pause: { reason: 'unavailable', retryAfter: 1_800_000 } },
    0,
  ],
  [
    'HTTP 401',
    { answer: { status: 401, body: '{}' } },
    { answer: 'not-accepted', pause: { reason: 'credentials' } },
    0,
  ],
  ['HTTP 402', { answer: { status: 402, body: '{}' } }, { answer: 'not-accepted', pause: { reason: 'payment' } }, 0],
  ['HTTP 400', { answer: { status: 400, body: '{}' } }, { answer: 'rejected' }, 0],
  [
    'a redirect, as from a base URL with http in place of https',
    { answer: { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' } },
    { answer: 'unknown', pause: { reason: 'misconfigured' } },
    0,
  ],
  [
    'HTTP 404 of somebody else, as from a wrong base URL',
    { answer: { status: 404, headers: html, body: '<html>' } },
    { answer: 'not-accepted', pause: { reason: 'misconfigured' } },
    0,
  ],
]

describe.each(mappings)('%s', (_protocol, mapping) => {
  test.each(submitFaults)('a submit that meets %s', async (_what, fault, answer, made) => {
    const bench = await openBench(mapping, ({ method }) => (method === 'POST' ? fault : undefined))
    try {
      expect(await bench.provider.submit(taskFor(mapping))).toMatchObject(answer)
      expect(bench.posts()).toBe(1)
      expect(bench.fake.tasks).toHaveLength(made)
    } finally {
      await bench.close()
    }
  })

  test('a submit that is never answered ends at its deadline', async () => {
    const clock = standingClock()
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const bench = await openBench(
      mapping,
      () => {
        arrive()
        return { hang: true }
      },
      clock,
    )
    try {
      const submitted = bench.provider.submit(taskFor(mapping))
      await arrived
      clock.move(60_000)
      expect(await submitted).toMatchObject({ answer: 'unknown' })
      expect(bench.posts()).toBe(1)
    } finally {
      await bench.close()
    }
  })

  test('a submit to a closed port proves that nothing was sent', async () => {
    const bench = await openBench(mapping)
    await bench.close()
    expect(await mappedProvider(mapping, bench.upstream).submit(taskFor(mapping))).toMatchObject({
      answer: 'not-accepted',
      pause: { reason: 'unreachable' },
    })
  })

  test.each<[string, Interception, object]>([
    ['HTTP 500', { answer: { status: 500, body: '{}' } }, { state: 'fault' }],
    ['HTML with HTTP 200', { answer: { status: 200, headers: html, body: '<html>' } }, { state: 'fault' }],
    ['a reset', { reset: true }, { state: 'fault' }],
    ['HTTP 429', { answer: { status: 429, body: '{}' } }, { state: 'fault', pause: { reason: 'rate-limited' } }],
    ['HTTP 404', { answer: { status: 404, body: '{}' } }, { state: 'missing' }],
    [
      'HTTP 404 of somebody else',
      { answer: { status: 404, headers: html, body: '<html>' } },
      { state: 'fault', pause: { reason: 'misconfigured' } },
    ],
  ])('a poll that meets %s says nothing final about the task', async (_what, fault, snapshot) => {
    let faulty = false
    const bench = await openBench(mapping, () => (faulty ? fault : undefined))
    try {
      const submitted = await bench.provider.submit(taskFor(mapping))
      if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
      const { reference } = submitted
      faulty = true
      expect((await bench.provider.poll([reference], running)).get(reference)).toMatchObject(snapshot)
      faulty = false
      bench.pass(1000)
      expect((await bench.provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
    } finally {
      await bench.close()
    }
  })

  test.each<[string, Interception, string | undefined]>([
    ['HTTP 403', { answer: { status: 403, body: '' } }, 'ResultMissing'],
    ['HTTP 404', { answer: { status: 404, body: '' } }, 'ResultMissing'],
    ['HTTP 410', { answer: { status: 410, body: '' } }, 'ResultGone'],
    ['HTTP 500', { answer: { status: 500, body: '' } }, undefined],
    ['a reset', { reset: true }, undefined],
  ])('a file that meets %s', async (_what, fault, proof) => {
    if (mapping.operations.video !== undefined && rendersFile(mapping.operations.video)) return
    const bench = await openBench(mapping, ({ path }) => (path.startsWith('/fake-files/') ? fault : undefined))
    try {
      const submitted = await bench.provider.submit(taskFor(mapping))
      if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
      const { reference } = submitted
      bench.pass(1000)
      const collected = bench.provider.collect(
        { ...taskFor(mapping), reference, snapshot: { state: 'completed' } },
        bench.directory,
        running,
      )
      const error: unknown = await collected.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Error)
      const proved = [ResultGone, ResultMissing].find((one) => error instanceof one)?.name
      expect(proved).toBe(proof)
    } finally {
      await bench.close()
    }
  })
})

/** Those of which it is known how they answer for a model that they do not have. */
const tellingOfModels = mappings.filter(([, { errors }]) =>
  errors.proofs.some(({ proves }) => proves === 'unknown-model'),
)

test.each(tellingOfModels)('%s: an unknown model is told from a task that is rejected', async (_name, mapping) => {
  const bench = await openBench(mapping, undefined, undefined, { models: ['another'] })
  try {
    expect(await bench.provider.submit(taskFor(mapping))).toEqual({
      answer: 'unknown-model',
      error: expect.stringContaining(taskFor(mapping).model),
      sentAs: taskFor(mapping).model,
    })
    expect([bench.posts(), bench.fake.tasks]).toEqual([1, []])
  } finally {
    await bench.close()
  }
})

/** How each upstream tells that it does not know a model, and answers that only look like that. */
test.each<[string, number, string, string | undefined, 'unknown-model' | 'rejected' | 'not-accepted']>([
  ['ark', 404, 'The model or endpoint x does not exist', 'InvalidEndpointOrModel.NotFound', 'unknown-model'],
  ['ark', 404, 'Your account has not activated the model x', 'ModelNotOpen', 'unknown-model'],
  ['ark', 404, 'the asset is not found', 'NotFound', 'rejected'],
  ['dashscope', 400, 'Model not exist.', 'InvalidParameter', 'unknown-model'],
  ['dashscope', 404, 'Model not exist.', 'InvalidParameter', 'unknown-model'],
  ['dashscope', 404, 'The model x does not exist', 'model_not_found', 'unknown-model'],
  ['dashscope', 400, 'Access denied, please make sure your account is in good standing.', 'Arrearage', 'not-accepted'],
  ['dashscope', 400, 'duration must be 5 or 10', 'InvalidParameter', 'rejected'],
  ['dashscope', 403, 'Model access denied.', 'Model.AccessDenied', 'unknown-model'],
  ['dashscope', 403, 'Access denied.', 'AccessDenied', 'unknown-model'],
  ['dashscope', 403, 'Invalid according to Policy: Policy expired.', 'AccessDenied', 'not-accepted'],
  ['dashscope', 403, 'Access to model denied.', 'AccessDenied.Unpurchased', 'not-accepted'],
  ['minimax', 400, "invalid params, unknown model 'x' (2013)", 'bad_request_error', 'unknown-model'],
  ['minimax', 200, "invalid params, unknown model 'x' (2013)", 'bad_request_error', 'unknown-model'],
  ['minimax', 200, 'insufficient balance (1008)', 'insufficient_balance_error', 'not-accepted'],
  ['minimax', 200, 'not authorized (2049)', 'authorized_error', 'not-accepted'],
  ['minimax', 400, 'invalid params, duration (2013)', 'bad_request_error', 'rejected'],
  ['fal', 404, 'Application "x" not found', undefined, 'unknown-model'],
  ['fal', 422, 'prompt is required', undefined, 'rejected'],
  ['replicate', 404, 'The requested resource could not be found.', undefined, 'unknown-model'],
  ['replicate', 422, 'The specified version does not exist', 'Invalid version or not permitted', 'unknown-model'],
  ['replicate', 422, 'input.prompt is required', 'Input validation failed', 'rejected'],
  ['openai-videos', 404, 'The model `x` does not exist', 'model_not_found', 'unknown-model'],
  ['openai-videos', 503, 'No available channel for model x', 'model_not_found', 'unknown-model'],
  ['openai-videos', 400, 'Invalid size', 'invalid_value', 'rejected'],
])('%s: HTTP %i "%s" with the code %s', async (protocol, status, message, code, answer) => {
  const mapping = mappingOf(protocol)
  const body = JSON.stringify(renderError(mapping, status, message, code ?? ''))
  const bench = await openBench(mapping, () => ({ answer: { status, headers: json, body } }))
  try {
    expect(await bench.provider.submit(taskFor(mapping))).toMatchObject({
      answer,
      error: expect.stringContaining(message),
    })
  } finally {
    await bench.close()
  }
})

test('minimax: an error inside HTTP 200 is read as the error it is', async () => {
  const mapping = mappingOf('minimax')
  const body = JSON.stringify({ error: { type: 'rate_limit_error', message: 'slow down' } })
  const bench = await openBench(mapping, () => ({ answer: { status: 200, headers: json, body } }))
  try {
    expect(await bench.provider.submit(taskFor(mapping))).toMatchObject({
      answer: 'not-accepted',
      error: expect.stringContaining('slow down'),
    })
  } finally {
    await bench.close()
  }
})
