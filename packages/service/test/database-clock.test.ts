import { expect, onTestFinished, test } from 'vitest'
import { DatabaseClock } from '../src/keep/store/database-clock.js'
import { ManualClock, settle } from './support/manual-clock.js'

/** A clock that follows a database whose time is ahead of the machine's, and whose answers take a while or fail. */
function following(ahead: number) {
  const machine = new ManualClock()
  const database = { ahead, takes: 0, fails: false, asked: 0 }
  const databaseTime = async (): Promise<number> => {
    database.asked += 1
    if (database.fails) throw new Error('Connection terminated')
    machine.advance(database.takes / 2)
    const time = machine.elapsed() + database.ahead
    machine.advance(database.takes / 2)
    return time
  }
  const lines: unknown[] = []
  const error = (message: string, fields?: object): void => {
    lines.push([message.split(';', 1)[0], fields])
  }
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error }
  const clock = new DatabaseClock(machine)
  onTestFinished(() => clock.close())
  /** What the clock is ahead of the machine's. */
  const difference = () => clock.now() - machine.elapsed()
  return { machine, database, databaseTime, clock, log, lines, difference }
}

const differ = 'the clocks of this machine and of the database differ'

test('a service goes by the time of its machine until it follows a database, and where that tells none', async () => {
  const { clock, machine, log, lines } = following(0)
  expect([clock.now(), clock.elapsed()]).toEqual([machine.now(), machine.elapsed()])
  await clock.follow({}, log)
  machine.set(60_000)
  expect(clock.now()).toBe(machine.now())
  expect(lines).toEqual([])
  const waited = clock.delay(5)
  expect(machine.waiting).toBe(1)
  machine.advance(5)
  await waited
})

test('a service goes by the time of its database, also while that of its machine is set', async () => {
  const { clock, machine, databaseTime, log, difference, database } = following(3000)
  database.takes = 400
  await clock.follow({ databaseTime }, log)
  expect(difference(), 'the answer is of the middle of its time').toBe(3000)
  machine.set(-86_400_000)
  machine.advance(1000)
  expect(difference()).toBe(3000)
})

test('a database whose time is more than five seconds apart is told of, in seconds', async () => {
  const told = async (ahead: number): Promise<unknown[]> => {
    const { clock, databaseTime, log, lines } = following(ahead)
    await clock.follow({ databaseTime }, log)
    return lines
  }
  expect(await told(5000)).toEqual([])
  expect(await told(-5000)).toEqual([])
  expect(await told(5001)).toEqual([[differ, { seconds: -5 }]])
  expect(await told(-120_000)).toEqual([[differ, { seconds: 120 }]])
})

test('a database that does not answer at the start is not gone by', async () => {
  const { clock, databaseTime, log, database, machine } = following(3000)
  database.fails = true
  await expect(clock.follow({ databaseTime }, log)).rejects.toThrow('Connection terminated')
  expect(clock.now()).toBe(machine.now())
})

test('the database is asked again every 30 seconds; what is failed or too slow changes nothing', async () => {
  const { clock, machine, databaseTime, log, difference, database } = following(3000)
  database.takes = 20_000
  const again = async (milliseconds: number) => {
    machine.advance(milliseconds)
    await settle()
    return difference()
  }
  await clock.follow({ databaseTime }, log)
  expect(difference(), 'at the start any answer is better than none').toBe(3000)
  await settle()
  Object.assign(database, { takes: 5000, ahead: 4000 })
  expect(await again(29_999)).toBe(3000)
  expect(await again(1)).toBe(4000)
  Object.assign(database, { takes: 5002, ahead: 9000 })
  expect(await again(30_000), 'too slow').toBe(4000)
  Object.assign(database, { takes: 0, fails: true })
  expect(await again(30_000), 'failed').toBe(4000)
  database.fails = false
  expect(await again(30_000)).toBe(9000)
  await clock.close()
  const { asked } = database
  await again(60_000)
  expect(database.asked).toBe(asked)
})
