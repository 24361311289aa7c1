import { expect, test } from 'vitest'
import { fairShare, reach } from '../src/keep/store/fair-share.js'

const due = (...ids: [id: string, notBefore: number][]) => ids.map(([id, notBefore]) => ({ id, notBefore }))
const given = (shares: Parameters<typeof fairShare>[0], places: number) => fairShare(shares, places).map(({ id }) => id)

test('each place goes to the account with the fewest running tasks for its weight, counting those it was just given', () => {
  const light = { weight: 1, running: 0, turn: 0, due: due(['a1', 5], ['a2', 5], ['a3', 5]) }
  const heavy = { weight: 2, running: 0, turn: 0, due: due(['b1', 9], ['b2', 9], ['b3', 9]) }
  expect(given([light, heavy], 5)).toEqual(['b1', 'a1', 'b2', 'b3', 'a2'])
  expect(given([{ ...light, running: 1 }, heavy], 3)).toEqual(['b1', 'b2', 'b3'])
  expect(given([light, heavy], 0)).toEqual([])
})

test('among equals the earlier task is first, then the one with the lower ID; and an account whose turn is later is behind all', () => {
  const one = { weight: 1, running: 0, turn: 0, due: due(['z', 1]) }
  const other = { weight: 1, running: 0, turn: 0, due: due(['b', 2]) }
  const same = { weight: 1, running: 0, turn: 0, due: due(['a', 2]) }
  const last = { weight: 9, running: 0, turn: 1, due: due(['first by share', 0]) }
  expect(given([last, other, same, one], 4)).toEqual(['z', 'a', 'b', 'first by share'])
})

test('as many tasks of each account are known as any order of what is due may reach', () => {
  const light = { weight: 1, running: 0, turn: 0, room: 9 }
  const heavy = { weight: 2, running: 0, turn: 0, room: 9 }
  // The candidates come in the order of turn and share.
  expect(reach([heavy, light], 3)).toEqual([2, 1])
  expect(reach([heavy, { ...light, running: 5 }], 3)).toEqual([3, 0])
  expect(reach([light, { ...heavy, turn: 1 }], 3)).toEqual([3, 0])
  expect(reach([heavy, light], 30), 'everything, where there is room for all').toEqual([9, 9])
})
