import { expect, test, vi } from 'vitest'
import { ConnectionError } from '../src/index.js'
import { begin, brokenOff, failed, sent, serve, take, text, type Answer } from './event-service.js'

const moments: Record<
  string,
  {
    answers: Answer[]
    reached: (set: { asked: unknown[]; clock: { set: number }; sockets: () => number }) => boolean
    taken?: number
  }
> = {
  'before the stream is asked for': { answers: [sent(begin)], reached: () => true },
  'before the service answers': { answers: [() => undefined], reached: ({ asked }) => asked.length === 1 },
  'while an event is waited for': { answers: [sent(begin)], reached: ({ asked }) => asked.length === 1 },
  'in the middle of an event': {
    answers: [sent(begin, text(1).slice(0, 40))],
    reached: ({ asked }) => asked.length === 1,
  },
  'while the caller is busy with an event': { answers: [sent(text(1), text(2))], reached: () => true, taken: 1 },
  'between two connections': {
    answers: [brokenOff('retry: 30000\n\n', text(1)), () => expect.fail('connected again')],
    reached: ({ clock, sockets }) => clock.set === 1 && sockets() === 0,
    taken: 1,
  },
}

test.each(Object.entries(moments))('an abort %s ends it, and leaves no socket and no timer', async (_, moment) => {
  const set = await serve([...moment.answers])
  const stop = new AbortController()
  const events = set.client.events({}, { signal: stop.signal })
  if (moment.taken) await events.next()
  const isBusy = moment.taken === 1 && moment.answers.length === 1
  const next = isBusy ? undefined : events.next().catch((error: unknown) => error)
  await vi.waitFor(() => {
    expect(moment.reached(set)).toBe(true)
  })
  stop.abort(new Error('enough'))
  if (next !== undefined) expect(await next).toMatchObject({ name: 'AbortError', code: 'abort' })
  await vi.waitFor(() => {
    expect([set.sockets(), set.clock.set]).toEqual([0, 0])
  })
  if (next === undefined) expect(await failed(events)).toMatchObject({ name: 'AbortError', code: 'abort' })
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

test('a caller who leaves, and the end of the time of the call, leave no socket and no timer either', async () => {
  const left = await serve([sent(text(1))])
  await take(left.client.events(), 1)
  const late = await serve([sent(text(1))])
  const events = late.client.events({}, { timeout: 5000 })
  await events.next()
  for (const set of [left, late])
    await vi.waitFor(() => {
      expect([set.sockets(), set.clock.set]).toEqual([0, 0])
    })
  const error = await failed(events)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({
    code: 'deadline',
    message: `the stream of events of ${late.host} broke off: the timeout has passed`,
  })
})
