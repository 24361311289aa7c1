import { expect, test } from 'vitest'
import { PollSchedule } from '../src/run/engine/poll-schedule.js'
import { seededRandom } from './support/seeded-random.js'

test('what is due comes out the earliest first, in whichever order it came in', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = seededRandom(seed)
    const schedule = new PollSchedule<number>()
    const waiting: number[] = []
    for (let step = 0; step < 60; step += 1) {
      const due = Math.floor(random() * 40)
      schedule.add(due, due)
      waiting.push(due)
      waiting.sort((one, other) => one - other)
      if (random() < 0.6) {
        const [now, limit] = [Math.floor(random() * 40), 1 + Math.floor(random() * 3)]
        const expected = waiting.filter((one) => one <= now).slice(0, limit)
        expect(schedule.take(now, limit)).toEqual(expected)
        waiting.splice(0, expected.length)
      }
      expect([schedule.next, schedule.size]).toEqual([waiting[0], waiting.length])
    }
    expect(schedule.take(Infinity, Infinity)).toEqual(waiting)
    expect([schedule.next, schedule.size]).toEqual([undefined, 0])
  }
})
