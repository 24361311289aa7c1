import { spawn, type ChildProcess } from 'node:child_process'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import type * as disk from 'node:fs/promises'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lockLedger } from '../../packages/cli/src/batch/lock.js'

/** One of several processes that run the same code: its ID, and how it waits for its turn. */
interface Contender {
  readonly pid: number
  readonly turn: () => Promise<void>
}
const contenders = new AsyncLocalStorage<Contender>()

// Each step on the disk waits for its turn, so that a test decides in which order the steps of several processes happen.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof disk>()
  const stepwise = Object.fromEntries(
    Object.entries(real).map(([name, member]: [string, unknown]) => [
      name,
      typeof member !== 'function'
        ? member
        : async (...request: unknown[]): Promise<unknown> => {
            await contenders.getStore()?.turn()
            return member(...request) as unknown
          },
    ]),
  )
  return { ...stepwise, default: stepwise }
})
vi.mock('node:timers/promises', () => ({ setTimeout: () => contenders.getStore()?.turn() }))

const pid = process.pid
let others: ChildProcess[]
let folder: string
beforeAll(() => {
  others = Array.from({ length: 2 }, () => spawn('sleep', ['1000'], { stdio: 'ignore' }))
  Object.defineProperty(process, 'pid', { configurable: true, get: () => contenders.getStore()?.pid ?? pid })
})
afterAll(() => {
  Object.defineProperty(process, 'pid', { configurable: true, value: pid })
  for (const child of others) child.kill()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-cli-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Numbers from 0 up to, not including, `limit`, the same for the same seed. */
function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}

/** Runs each piece of work as a process of its own, one step at a time, in an order that `choose` draws. */
async function interleave(work: readonly (() => Promise<void>)[], choose: (limit: number) => number): Promise<void> {
  const waiting = new Map<number, () => void>()
  let active = work.length
  const next = (): void => {
    if (waiting.size < active || active === 0) return
    const [index, go] = [...waiting].sort(([a], [b]) => a - b)[choose(waiting.size)]!
    waiting.delete(index)
    go()
  }
  await Promise.all(
    work.map((run, index) => {
      const turn = (): Promise<void> =>
        new Promise((go) => {
          waiting.set(index, go)
          next()
        })
      return contenders.run({ pid: [pid, ...others.map((child) => child.pid!)][index]!, turn }, async () => {
        await turn()
        await run().finally(() => {
          active--
          next()
        })
      })
    }),
  )
}

test('three processes that find the lock of one that was killed: one at a time runs the batch, in any order in which they come', async () => {
  const seeds = Array.from({ length: 60 }, (_, seed) => seed)
  const ledgerOf = (seed: number): string => join(folder, `${seed}.jsonl`)
  const killed = spawn('sleep', ['1000'], { stdio: 'ignore' })
  for (const seed of seeds)
    await contenders.run({ pid: killed.pid!, turn: async () => undefined }, () => lockLedger(ledgerOf(seed), []))
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  for (const seed of seeds) {
    let running = 0
    let most = 0
    let runs = 0
    const batch = async (): Promise<void> => {
      const release = await lockLedger(ledgerOf(seed), []).catch((error: unknown) => {
        expect(String(error)).toContain('this batch is being run by process')
      })
      if (!release) return
      runs++
      most = Math.max(most, ++running)
      for (let step = 0; step < 4; step++) await contenders.getStore()?.turn()
      running--
      await release()
    }
    await interleave([batch, batch, batch], numbers(seed))
    expect({ seed, most, ran: runs > 0 }).toEqual({ seed, most: 1, ran: true })
  }
  expect((await readdir(folder)).filter((name) => name.includes('.lock'))).toEqual([])
})
