import { expect, test } from 'vitest'
import type { Snapshot } from '../src/domain/provider/provider.js'
import { ended, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

test('a status that is in no table is shown as such while it lasts, and named where the task ends at the polling deadline', async () => {
  const provider = new StubUpstream()
  const { accept, engine, pass, when } = await world({ provider, pollDeadline: 30_000 })
  const tuning: Snapshot = { state: 'running', status: 'tuning', unknown: true }
  provider.snapshots = [{ state: 'running', status: 'rendering' }, ...Array.from({ length: 20 }, () => tuning)]
  const { id } = await accept()
  const running = engine()
  await running.start()
  expect(running.seen(id)).toBeUndefined()
  await when(id, ({ submission }) => submission.state === 'accepted')
  await pass(500)
  expect(running.seen(id)).toEqual({ status: 'accepted' })
  await pass(5500)
  expect(running.seen(id)).toEqual({ status: 'rendering' })
  await pass(5500)
  expect(running.seen(id)).toEqual({ status: 'tuning', unknown: true })
  expect((await when(id, ended)).error).toBe(
    `the upstream default did not end the task before the polling deadline; last seen: tuning, a status that is in no table. It may still be running there, as ref-${id}`,
  )
})
