import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectWhole, keptPlans, play, type Shown } from './play-kept.js'
import { noPostgres, startServer } from './server.mjs'

const plans = keptPlans('several')
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

  it.each(plans)('%s is replayed exactly, in another process and another database', async (name) => {
    const [again] = await play([name], server?.variable)
    expect(again).toEqual(shown.get(name))
    expect(again?.steps).toBeGreaterThan(500)
  })
})
