import { beforeAll, describe, expect, it } from 'vitest'
import { expectWhole, keptPlans, play, type Shown } from './play-kept.js'

const plans = keptPlans('one')
let shown: Map<string, Shown>

beforeAll(async () => {
  shown = new Map((await play(plans)).map((one) => [one.file, one]))
})

describe('the simulation, on each plan that broke something once', () => {
  it.each(plans)('%s', (name) => {
    expectWhole(shown.get(name) as Shown)
  })

  // Each first in its process: modules that all of its worlds share, such as the one that counts requests, have been used by none before.
  it('replays a run exactly, in another process', async () => {
    const [longest] = [...shown.values()].sort((left, right) => right.steps - left.steps)
    const [[once], [again]] = await Promise.all([play([longest?.file ?? '']), play([longest?.file ?? ''])])
    expect(again).toEqual(once)
    expect(again?.steps).toBeGreaterThan(500)
  })
})
