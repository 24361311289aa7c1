/** A service that was off for a year: what it had asked for is followed, or given up in words, and nothing is bought again. */
import { expect, test } from 'vitest'
import { faults } from '@model-tasks/client/testing'
import { ended, relay, upstream } from './support/relay.js'
import { video } from './support/service.js'

const year = 365 * 86_400_000

test('a task that its upstream still has completes after a year', async () => {
  const behind = await upstream({
    script: [{ status: 'processing' }, { status: 'completed' }],
  })
  const before = await relay(behind)
  const { id } = (await before.call('POST', '/tasks', video)).body
  await before.when(id, () => behind.count('query') > 0)
  await before.close()
  before.clock.advance(year)
  const after = await relay(behind, before)
  expect(await after.when(id, ended)).toMatchObject({ status: 'completed', amount: 5 })
  expect(behind.count('submit')).toBe(1)
})

test('a task that its upstream has forgotten fails after a year, charged, with the reason', async () => {
  const behind = await upstream({ script: [{ status: 'processing' }] })
  const before = await relay(behind)
  const { id } = (await before.call('POST', '/tasks', video)).body
  await before.when(id, ({ status }) => status === 'processing')
  await before.close()
  before.clock.advance(year)
  const missing = faults.status(404, JSON.stringify({ error: { message: 'no such task' } }), {
    'content-type': 'application/json',
  })
  behind.next('query', ...Array.from({ length: 500 }, () => missing))
  const after = await relay(behind, before)
  expect(await after.when(id, ended)).toMatchObject({ status: 'failed', amount: 5 })
  expect(behind.count('submit')).toBe(1)
})

test('a submit whose answer was lost a year ago is not sent again, even where the upstream keeps keys', async () => {
  const behind = await upstream({ extensions: ['idempotency'] })
  const before = await relay(behind)
  behind.next('submit', faults.resetAfterAccept)
  const { id } = (await before.call('POST', '/tasks', video)).body
  while (behind.count('submit') === 0) await before.call('GET', `/tasks/${id}`)
  await before.close()
  before.clock.advance(year)
  const after = await relay(behind, before)
  const task = await after.when(id, ended)
  expect(task).toMatchObject({ status: 'failed', amount: 5 })
  expect(task.error).toMatch(
    /outcome unknown: .* is not submitted again, since the upstream keeps idempotency keys for/,
  )
  expect(behind.count('submit')).toBe(1)
})

test('a submit that no upstream was asked for waits a year, and is made once', async () => {
  const behind = await upstream()
  const unreachable = { ...behind, baseUrl: 'http://127.0.0.1:9/api' }
  const before = await relay(unreachable)
  const { id } = (await before.call('POST', '/tasks', video)).body
  for (let turn = 0; turn < 20; turn += 1) {
    await before.call('GET', `/tasks/${id}`)
    before.clock.advance(1000)
  }
  await before.close()
  before.clock.advance(year)
  const after = await relay(behind, before)
  expect(await after.when(id, ended)).toMatchObject({ status: 'completed', amount: 5 })
  expect(behind.count('submit')).toBe(1)
})
