import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { SharedDatabase } from './shared-database.js'

/** Milliseconds between two looks. */
const interval = 200
/** A process whose last heartbeat is older than this, in milliseconds, is late or gone; it beats every 1.5 s. */
const late = 4000

/** What an upstream runs, with the last heartbeat of the process that has it, if one has. */
const held = `
  SELECT task.id, process.beat::float8 AS beat, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
  FROM task LEFT JOIN process ON process.id = task.lease_owner
  WHERE task.submission = 'accepted' AND task.stage <> 'ended'`

/**
 * Watches who has the tasks that upstreams run. `stop` answers the longest time, in milliseconds, from the last heartbeat
 * of a process until its task belonged to another: a little more than from its kill.
 */
export async function watchTakeovers({ url }: SharedDatabase): Promise<{
  /** How many tasks have been taken over from a process that was late or gone. */
  count(): number
  stop(): Promise<number>
}> {
  const client = new pg.Client(url)
  await client.connect()
  const lastBeats = new Map<string, number>()
  let [worst, taken] = [0, 0]
  const look = async (): Promise<void> => {
    const { rows } = await client.query<{ id: string; beat: number | null; now: number }>(held)
    for (const { id, beat, now } of rows) {
      const last = lastBeats.get(id) ?? beat ?? now
      worst = Math.max(worst, now - Math.max(last, beat ?? 0))
      if (beat !== null && beat - last > late) taken += 1
      lastBeats.set(id, Math.max(last, beat ?? 0))
    }
  }
  let looking = true
  const watching = (async () => {
    while (looking) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, interval))
    }
  })()
  const stop = async (): Promise<number> => {
    looking = false
    await watching
    return worst
  }
  onTestFinished(async () => {
    await stop()
    await client.end()
  })
  return { count: () => taken, stop }
}
