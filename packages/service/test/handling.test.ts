import { expect, test } from 'vitest'
import type { TaskRuns } from '../src/keep/store/task-queue.js'
import { Handling } from '../src/run/engine/handling.js'
import { ManualClock } from './support/manual-clock.js'

/** The handling of files, and what is noted of each task: `+` that it begins, `-` that it is over. */
function handling({ owned = true } = {}) {
  const [clock, notes] = [new ManualClock(), [] as string[]]
  const runs = {
    noteHandling: async ({ id }) => (notes.push(`+${id}`), owned),
    endHandling: async ({ id }) => {
      notes.push(`-${id}`)
      throw new Error('disk full')
    },
  } satisfies Partial<TaskRuns> as unknown as TaskRuns
  const files = new Handling({ runs, clock })
  const run = (id: string, work: () => Promise<unknown>, deaths?: number, signal = new AbortController().signal) =>
    files.run(deaths === undefined ? {} : { deaths }, { id, owner: 'me' }, signal, work)
  return { clock, notes, run }
}

/** Work that ends when the test says so. */
function work() {
  let end = (): void => undefined
  const over = new Promise<void>((resolve) => (end = resolve))
  let begun = false
  return { begun: () => begun, end: () => end(), run: () => ((begun = true), over) }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('what failed here did not end the process: its note is taken back, and its reason stays, also where the store fails', async () => {
  const { notes, run } = handling()
  const failed = new Error('a file of another kind')
  await expect(run('one', () => Promise.reject(failed))).rejects.toBe(failed)
  expect(notes).toEqual(['+one', '-one'])
})

test('the note of a task is left to its end, and that of a suspect which has survived is not counted for what comes after it', async () => {
  const { notes, run } = handling()
  expect(await run('one', async () => 'stored')).toBe('stored')
  expect(await run('suspect', async () => 'stored too', 1)).toBe('stored too')
  expect(notes).toEqual(['+one', '+suspect', '-suspect'])
})

test('the files of a task that has another owner, or is not wanted any more, are not handled, and the next ones are', async () => {
  const { run, notes } = handling({ owned: false })
  const { run: never, begun } = work()
  await expect(run('one', never)).rejects.toThrow('the task has another owner')
  await expect(run('two', never, undefined, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
  expect([begun(), notes]).toEqual([false, ['+one']])
})

test('a suspect is handled alone: after those that were there, and before those that come, but for ten seconds at most', async () => {
  const { clock, run } = handling()
  const [before, suspect, next, after] = [work(), work(), work(), work()]
  const ends = [run('before', before.run)]
  await turn()
  ends.push(run('suspect', suspect.run, 1), run('next', next.run, 2), run('after', after.run))
  await turn()
  const begun = (): boolean[] => [before, suspect, next, after].map((one) => one.begun())
  expect(begun()).toEqual([true, false, false, false])
  before.end()
  await turn()
  expect(begun(), 'alone').toEqual([true, true, false, false])
  suspect.end()
  await turn()
  expect(begun(), 'the next suspect').toEqual([true, true, true, false])
  clock.advance(9999)
  await turn()
  expect(begun()).toEqual([true, true, true, false])
  clock.advance(1)
  await turn()
  expect(begun(), 'no longer').toEqual([true, true, true, true])
  for (const one of [next, after]) one.end()
  await Promise.all(ends)
})
