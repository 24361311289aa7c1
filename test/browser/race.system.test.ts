import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { medianOf, race } from '../bench/site/race.mjs'

/** How the bench of the site treats a contestant that crashes, and a machine that does something else. */

const contestants = [{ name: 'steady' }, { name: 'broken' }, { name: 'shaky' }]
const idle = (): Promise<() => Promise<number>> => Promise.resolve(() => Promise.resolve(0))

test('a contestant that crashes costs the others nothing, and one that crashes once is measured again', async () => {
  let shaken = 0
  const told: string[] = []
  const results = await race(contestants, {
    rounds: 3,
    watchOthers: idle,
    measure: ({ name }) => {
      if (name === 'broken') return Promise.reject(new Error('the page has crashed\nwith a stack'))
      if (name === 'shaky' && shaken++ === 0) return Promise.reject(new Error('the browser has crashed'))
      return Promise.resolve({ fcp: 100 })
    },
    onRun: (_, { contestant, round }) => told.push(`${round} ${contestant.name}`),
  })
  // Each measurement is told of, those included that failed.
  expect(told).toHaveLength(3 + 9 + 4)
  expect(results.map(({ name, runs, faults }) => [name, runs.length, faults])).toEqual([
    ['steady', 3, []],
    ['broken', 0, Array<string>(9).fill('the page has crashed')],
    ['shaky', 3, ['the browser has crashed']],
  ])
  expect(medianOf(results[1]?.runs ?? [], 'fcp')).toBeNaN()
})

test('a run that the machine disturbed is repeated, and of disturbed runs alone the least disturbed counts', async () => {
  const loads = [0.9, 0.1, 0.8, 0.4, 0.6]
  let measured = 0
  const [first, second] = await race([{ name: 'calmed' }, { name: 'always disturbed' }], {
    rounds: 1,
    watchOthers: () => Promise.resolve(() => Promise.resolve(loads.shift() ?? 0)),
    measure: () => Promise.resolve({ fcp: (measured += 1) }),
  })
  expect(first).toMatchObject({ runs: [{ fcp: 2 }], disturbed: 0 })
  expect(second).toMatchObject({ runs: [{ fcp: 4 }], disturbed: 1 })
})

test('once the time is used up nothing is repeated and no round begins: the contestants have equal numbers of runs', async () => {
  let measured = 0
  const rounds: number[] = []
  const results = await race([{ name: 'first' }, { name: 'second' }, { name: 'third' }], {
    rounds: 5,
    watchOthers: () => Promise.resolve(() => Promise.resolve(0.9)),
    measure: () => Promise.resolve({ fcp: (measured += 1) }),
    onRound: (soFar) => rounds.push(soFar.length),
    // In the middle of the second round: each of the first had three attempts.
    isLate: () => measured > 10,
  })
  expect(measured).toBe(9 + 3 + 1)
  expect(results.map(({ runs }) => runs.length)).toEqual([2, 2, 2])
  expect(rounds).toEqual([3, 3])
})

test('our own part of the bench runs to its end: a page without a violation, of which every model can be read without script', async () => {
  const script = fileURLToPath(new URL('../bench/site/run.mjs', import.meta.url))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, '1', 'ours'])
  expect(stderr).toBe('')
  // Three requests, and a picture where examples have been rendered.
  expect(stdout).toMatch(/^\| ours \| [\d.]+ \| [34] \| 0 \| .* \| 0 \| 0 \| 19 of 19 \|$/m)
  expect(stdout).toMatch(/^\| ours \| (\d+|never) \(–\) \| (\d+|never) \(–\) \|$/m)
})
