import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectWhole, keptPlans, play, type Shown } from './play-kept.js'
import { noPostgres, startServer } from './server.mjs'

const plans = keptPlans('several')
/** The plan of the fewest steps: that nothing but the plan decides what happens shows in one as in all. */
const shortest = 'database-cut-at-start.json'
let server: Awaited<ReturnType<typeof startServer>> | undefined
let shown: Map<string, Shown>

describe.skipIf(noPostgres !== undefined)('services that share a real PostgreSQL, on each plan that was kept', () => {
  beforeAll(async () => {
    server = await startServer()
    const played = await Promise.all(plans.map((name) => play([name], server?.variable)))
    shown = new Map(played.flat().map((one) => [one.file, one]))
  })

  afterAll(() => server?.stop())

  it.each(plans)('%s', (name) => {
    expectWhole(shown.get(name) as Shown)
  })

  it('replays a run exactly, in another process and another database', async () => {
    const [again] = await play([shortest], server?.variable)
    expect(again).toEqual(shown.get(shortest))
    expect(again?.steps).toBe(Math.min(...[...shown.values()].map(({ steps }) => steps)))
    expect(again?.steps).toBeGreaterThan(500)
  })
})
