import { expect, test } from 'vitest'
import { Slots } from '../src/base/slots.js'

/** Who has got in so far. */
function queue(slots: Slots): {
  entered: string[]
  enter: (name: string, signal?: AbortSignal) => Promise<() => void>
} {
  const entered: string[] = []
  return {
    entered,
    enter: async (name, signal) => {
      const release = await slots.take(signal)
      entered.push(name)
      return release
    },
  }
}

test('a caller that comes later waits, and enters in the order of coming', async () => {
  const { entered, enter } = queue(new Slots(2))
  const [first] = await Promise.all([enter('a'), enter('b')])
  const third = enter('c')
  const fourth = enter('d')
  expect(entered).toEqual(['a', 'b'])
  first()
  const release = await third
  expect(entered).toEqual(['a', 'b', 'c'])
  release()
  await fourth
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})

test('room is given back once', async () => {
  const { entered, enter } = queue(new Slots(1))
  const release = await enter('a')
  release()
  release()
  await enter('b')
  void enter('c')
  await Promise.resolve()
  expect(entered).toEqual(['a', 'b'])
})

test('a caller that gives up waiting leaves the queue', async () => {
  const { entered, enter } = queue(new Slots(1))
  const release = await enter('a')
  const giveUp = new AbortController()
  const impatient = enter('b', giveUp.signal)
  const patient = enter('c')
  giveUp.abort()
  await expect(impatient).rejects.toThrow('gave up waiting for room')
  await expect(enter('d', giveUp.signal)).rejects.toThrow()
  release()
  await patient
  expect(entered).toEqual(['a', 'c'])
})

test('what occupies beyond the limit must leave before the next enters', async () => {
  const slots = new Slots(1)
  const { entered, enter } = queue(slots)
  const [one, other] = [slots.occupy(), slots.occupy()]
  const waiting = enter('a')
  one()
  await Promise.resolve()
  expect(entered).toEqual([])
  other()
  await waiting
  expect(entered).toEqual(['a'])
})
