import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import type { Alert, AlertReceiver } from '../src/keep/store/budget-store.js'
import { alertBody, Alerts } from '../src/run/webhooks/alerts.js'
import { eventId } from '../src/run/webhooks/event.js'
import { ManualClock, settle } from './support/manual-clock.js'

const start = Date.UTC(2026, 0, 1)
const budget: Alert = {
  ...{ id: 'alert_1', type: 'budget.reached', account: 'ann', subject: 'key_1', period: 'month', start, percent: 80 },
  ...{ credits: 2_500_000, counted: 2_000_000, hard: true, at: start + 1000 },
}
const balance: Alert = {
  ...{ id: 'alert_2', type: 'balance.low', account: 'ann', subject: 'ann', period: 'day', start, percent: undefined },
  ...{ credits: 7_000_000, counted: 6_500_000, hard: false, at: start + 2000 },
}
const receivers: AlertReceiver[] = [{ receiver: 'alerts:ops', type: 'balance.low', account: null }]

function looking(answers: (Alert[] | Error)[], of = receivers) {
  const clock = new ManualClock()
  const [asked, lines]: [unknown[][], unknown[][]] = [[], []]
  let announced = 0
  const alerts = new Alerts({
    budgets: {
      announce: async (...given) => {
        asked.push([given[0], given[1] - clock.now(), given[2] - clock.now()])
        const answer = answers.shift() ?? []
        if (answer instanceof Error) throw answer
        return answer
      },
    },
    receivers: of,
    clock,
    log: { ...silentLog, warn: (...line) => lines.push(line), error: (...line) => lines.push(line) },
    onAnnounced: () => (announced += 1),
  })
  onTestFinished(() => alerts.stop())
  alerts.start()
  return { clock, asked, lines, announced: () => announced }
}

test('alerts of the last day are looked for every second, and what is found is one line each and delivered at once', async () => {
  const { clock, asked, lines, announced } = looking([[budget, balance]])
  await settle()
  expect(asked).toEqual([[receivers, -86_400_000, 0]])
  expect(lines).toEqual([
    ['a budget is reached', { subject: 'key_1', period: 'month', percent: 80, credits: 2.5, used: 2 }],
    ['the balance of an account is low', { subject: 'ann', period: 'day', percent: undefined, credits: 7, left: 6.5 }],
  ])
  expect(announced()).toBe(1)
  clock.advance(999)
  await settle()
  expect(asked).toHaveLength(1)
  clock.advance(1)
  await settle()
  expect([asked.length, announced(), lines.length], 'there was nothing more').toEqual([2, 1, 2])
})

test('without a receiver no alert is looked for, so that one that is configured later is told', async () => {
  const { asked } = looking([[budget]], [])
  await settle()
  expect(asked).toEqual([])
})

test('a store that cannot be read is a line, and alerts are looked for again', async () => {
  const error = new Error('disk full')
  const { clock, lines, announced } = looking([error, [balance]])
  await settle()
  expect(lines).toEqual([['alerts could not be looked for; it will be tried again', { error }]])
  clock.advance(1000)
  await settle()
  expect(announced()).toBe(1)
})

test('the event about a budget says of which key and period it is, in credits', () => {
  expect(JSON.parse(alertBody(budget))).toEqual({
    type: 'budget.reached',
    timestamp: '2026-01-01T00:00:01.000Z',
    data: {
      ...{ id: 'alert_1', object: 'budget', account: 'ann', key: 'key_1', period: 'month', percent: 80 },
      ...{ begins: '2026-01-01T00:00:00.000Z', ends: '2026-02-01T00:00:00.000Z', credits: 2.5, used: 2, hard: true },
    },
  })
  expect(JSON.parse(alertBody({ ...budget, subject: 'ann' })).data).not.toHaveProperty('key')
})

test('the event about a low balance says what is left', () => {
  expect(JSON.parse(alertBody(balance))).toEqual({
    type: 'balance.low',
    timestamp: '2026-01-01T00:00:02.000Z',
    data: { id: 'alert_2', object: 'balance', account: 'ann', threshold: 7, credits: 6.5 },
  })
})

test('the event about an alert is named by the alert and its receiver, that about a task by its end too', () => {
  const of = { account: 'ann', ended: start, attempts: 0 }
  expect(eventId({ ...of, task: 'alert_1', type: 'budget.reached', receiver: 'alerts:ops' })).toBe('alert_1_ops')
  expect(eventId({ ...of, task: 'task_1', type: 'task.completed', receiver: 'ops' })).toBe('task_1_completed_ops')
})
