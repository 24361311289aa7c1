import { expect, it } from 'vitest'
import { createTurns } from '../src/turns.js'

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

it('runs no more work at once than there are places, first come, first served', async () => {
  const turns = createTurns(['a', 'b'])
  const gates = Array.from({ length: 5 }, gate)
  const begun: number[] = []
  const work = gates.map(({ opened }, index) =>
    turns.take(async (place) => {
      begun.push(index)
      await opened
      return place
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  gates[1]?.open()
  await work[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  expect(new Set(await Promise.all(work))).toEqual(new Set(['a', 'b']))
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

it('frees the place of work that fails', async () => {
  const turns = createTurns(['only'])
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.take(async (place) => place)).toBe('only')
})

it('gives up a turn that is aborted while it waits', async () => {
  const turns = createTurns(['only'])
  const busy = gate()
  const first = turns.take(() => busy.opened)
  const controller = new AbortController()
  const second = turns.take(async () => 'second', controller.signal)
  const third = turns.take(async () => 'third')
  controller.abort(new Error('no longer needed'))
  await expect(second).rejects.toThrow('no longer needed')
  busy.open()
  await first
  expect(await third).toBe('third')
})
