import { beforeAll, describe, expect, it } from 'vitest'
import { expectWhole, keptPlans, play, type Shown } from './play-kept.js'

const plans = keptPlans('one')
/** The plan of the most steps. */
const longest = 'power-lost-before-restore.json'
let shown: Map<string, Shown>

beforeAll(async () => {
  const inOrder = [longest, ...plans.filter((name) => name !== longest)]
  shown = new Map((await play(inOrder)).map((one) => [one.file, one]))
})

describe('the simulation, on each plan that broke something once', () => {
  it.each(plans)('%s', (name) => {
    expectWhole(shown.get(name) as Shown)
  })

  // Each first in its process: modules that all of its worlds share, such as the one that counts requests, have been used by none before.
  it('replays a run exactly, in another process', async () => {
    const [again] = await play([longest])
    expect(again).toEqual(shown.get(longest))
    expect(again?.steps).toBe(Math.max(...[...shown.values()].map(({ steps }) => steps)))
    expect(again?.steps).toBeGreaterThan(500)
  })
})
