import { expect, test } from 'vitest'
import { Batches } from '../src/keep/store/batches.js'

/** Batches of numbers, whose size is their value, that end when told to. */
function inHand(limits: { limit: number; size: number; atATime: number }) {
  const begun: { entries: readonly number[]; end: () => void }[] = []
  const batches = new Batches<number>({
    ...limits,
    size: { of: (entry) => entry, limit: limits.size },
    run: (entries) =>
      new Promise((end) => {
        begun.push({ entries, end })
      }),
  })
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const add = async (...entries: number[]) => {
    for (const entry of entries) batches.add(entry)
    await turn()
  }
  const end = async (index: number) => {
    begun[index]?.end()
    await turn()
  }
  return { add, end, entries: () => begun.map((one) => one.entries) }
}

test('what arrives while a batch is under way is the next one', async () => {
  const { add, end, entries } = inHand({ limit: 10, size: 100, atATime: 1 })
  await add(1, 2)
  await add(3)
  await add(4)
  expect(entries()).toEqual([[1, 2]])
  await end(0)
  expect(entries()).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('batches are not larger than allowed, in number and size, and nothing is left behind', async () => {
  const { add, end, entries } = inHand({ limit: 3, size: 10, atATime: 2 })
  await add(1, 1, 1, 1, 50, 6, 5)
  expect(entries()).toEqual([[1, 1, 1], [1]])
  await end(0)
  await end(1)
  expect(entries()).toEqual([[1, 1, 1], [1], [50], [6]])
  await end(2)
  expect(entries().at(-1)).toEqual([5])
})

test('a batch is as large as allowed', async () => {
  const { add, entries } = inHand({ limit: 3, size: 10, atATime: 2 })
  await add(4, 6, 1)
  expect(entries()).toEqual([[4, 6], [1]])
})
