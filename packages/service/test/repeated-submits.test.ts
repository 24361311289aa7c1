import { expect, test } from 'vitest'
import type { SubmitAnswer } from '../src/domain/provider/provider.js'
import type { TaskRecord } from '../src/domain/task/record.js'
import { ended, unknownOutcomeDeadline, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const sent = ({ submission }: TaskRecord): boolean => submission.state === 'sent'

test('an idempotent upstream is asked again after an unknown answer, also after a restart', async () => {
  const provider = Object.assign(new StubUpstream(), { repeatable: true })
  provider.answers = [{ answer: 'unknown', error: 'connection lost' }]
  const { accept, engine, when } = await world({ provider })
  const task = await accept()
  const first = engine()
  await first.start()
  await when(task.id, sent)
  await first.close(0)
  await engine().start()
  provider.complete(task.id)
  expect((await when(task.id, ended)).status).toBe('completed')
  expect(provider.submitted).toEqual([task.id, task.id])
})

const lost: SubmitAnswer = { answer: 'unknown', error: 'connection lost' }
const expired: SubmitAnswer = { answer: 'rejected', error: 'the image cannot be fetched' }

test('a repeat that is rejected is inconclusive about the first attempt, whose task is found by a later repeat', async () => {
  const provider = Object.assign(new StubUpstream(), { repeatable: true })
  provider.answers = [lost, expired, expired]
  const { accept, engine, when } = await world({ provider }, { provider: new StubUpstream('other') })
  const task = await accept()
  await engine().start()
  provider.complete(task.id)
  expect(await when(task.id, ended)).toMatchObject({ status: 'completed', queue: 'default' })
  expect(provider.submitted).toEqual([task.id, task.id, task.id, task.id])
})

test('a repeat that is rejected until the deadline of the first try ends the task as of unknown outcome', async () => {
  const provider = Object.assign(new StubUpstream(), { repeatable: true })
  provider.answers = [lost, ...Array.from({ length: 99 }, () => expired)]
  const { accept, engine, when, clock, until } = await world({ provider })
  const start = clock.now()
  const task = await accept()
  const first = engine()
  await first.start()
  await until(() => provider.submitted.length === 3)
  await first.close(0)
  await engine().start()
  const { status, error } = await when(task.id, ended)
  expect(status).toBe('failed')
  expect(error).toMatch(
    /^outcome unknown: the task was sent to the upstream default at \S+Z and nothing proves whether it was taken \(connection lost\); it may have run there, and it rejected the last repeat: the image cannot be fetched$/,
  )
  expect(clock.now() - start).toBeGreaterThanOrEqual(unknownOutcomeDeadline)
  // The next start has to hear it several times itself.
  expect(clock.now() - start).toBeLessThan(unknownOutcomeDeadline + 6 * 60_000)
  expect(provider.submitted.length).toBeLessThan(12)
})

test('a service that was down until after the deadline ends nothing by one rejected repeat', async () => {
  const provider = Object.assign(new StubUpstream(), { repeatable: true })
  provider.answers = [lost, expired]
  const { accept, engine, when, clock } = await world({ provider })
  const task = await accept()
  const first = engine()
  await first.start()
  await when(task.id, sent)
  await first.close(0)
  clock.advance(2 * unknownOutcomeDeadline)
  await engine().start()
  provider.complete(task.id)
  expect(await when(task.id, ended)).toMatchObject({ status: 'completed' })
  expect(provider.submitted).toHaveLength(3)
})

test('what an upstream may have is not passed on when the settings have changed, and ends at its deadline', async () => {
  const provider = Object.assign(new StubUpstream(), { repeatable: true })
  provider.answers = [lost]
  const other = new StubUpstream('other')
  const { accept, engine, when } = await world({ provider }, { provider: other })
  const task = await accept({ parameters: { prompt: 'A boat' } })
  const first = engine()
  await first.start()
  await when(task.id, sent)
  await first.close(0)
  provider.unable = ['A boat']
  await engine().start()
  expect((await when(task.id, ended)).error).toMatch(/^outcome unknown: /)
  expect([provider.submitted, other.submitted]).toEqual([[task.id], []])
})
