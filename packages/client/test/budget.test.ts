import { describe, expect, it } from 'vitest'
import { Budget } from '../src/batch/index.js'

/** How many of `count` tasks that cost `cost` each start at once, then run to their ends one after the other, and what they cost. */
async function spend(
  budget: Budget,
  count: number,
  cost: number,
  quoted?: number,
): Promise<{ started: number; spent: number }> {
  let [started, spent] = [0, 0]
  const running: (() => void)[] = []
  const all = Promise.all(
    Array.from({ length: count }, async () => {
      const settle = await budget.reserve('m', quoted)
      if (!settle) return
      started++
      running.push(() => {
        spent += cost
        settle({ amount: cost })
      })
    }),
  )
  let done = false
  void all.then(() => (done = true))
  while (!done || running.length > 0) {
    await new Promise(setImmediate)
    running.shift()?.()
  }
  return { started, spent }
}

describe('the budget of a batch', () => {
  it('counts what is running by its quote, and is not exceeded', async () => {
    expect(await spend(new Budget(10), 40, 5, 5)).toEqual({ started: 2, spent: 10 })
    expect(await spend(new Budget(12), 40, 5, 5)).toEqual({ started: 2, spent: 10 })
    expect(await spend(new Budget(4), 40, 5, 5)).toEqual({ started: 0, spent: 0 })
    expect(await spend(new Budget(20, 12), 40, 5, 5)).toEqual({ started: 1, spent: 5 })
  })

  it('counts what is running by what such tasks have cost, after one that shows it', async () => {
    expect(await spend(new Budget(10), 40, 5)).toEqual({ started: 2, spent: 10 })
    expect(await spend(new Budget(12), 40, 5)).toEqual({ started: 3, spent: 15 })
  })

  it('keeps what was reserved for a task that was not seen to end', async () => {
    const budget = new Budget(10)
    const settle = await budget.reserve('m', 8)
    settle?.({ amount: undefined, open: true })
    expect(await budget.reserve('m', 5)).toBeUndefined()
    expect(await budget.reserve('m', 2)).toBeDefined()
  })

  it('returns what a task did not cost to those that wait', async () => {
    const budget = new Budget(10)
    const settle = await budget.reserve('m', 10)
    const next = budget.reserve('m', 10)
    settle?.({ amount: undefined })
    expect(await next).toBeDefined()
  })

  it('does not limit anything where nothing is set', async () => {
    const budget = new Budget(Infinity)
    expect(budget.isLimited).toBe(false)
    for (let task = 0; task < 3; task++) expect(await budget.reserve('m', undefined)).toBeDefined()
  })
})
