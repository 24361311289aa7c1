import { readSubmitted, type AskedFacts, type Watermarks } from '../files/read-asked.js'
import type { Asked } from '../files/asked-entries.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { holdRestored, missingTasks, reviveMissing, type RestoredTasks } from './restored-tasks.js'

/** What was found out about the tasks of a database that is behind what happened. */
export interface Held {
  /** Tasks that may have been sent and are set aside. */
  held: number
  /** Tasks that the record proves were not sent since. */
  cleared: number
  /** Whether the record that was read is that of the database's own service, whose files are then those of its tasks. */
  own: boolean
  /** Why the record proves of no task that it was not sent; undefined where it can. */
  inconclusive: string | undefined
  /** Tasks that the database had lost and that the record brought back; they are set aside too. */
  revived: number
  /** What upstreams were asked for and the database knows nothing of. */
  missing: readonly Asked[]
}

/** Tasks are kept for so long at least, in milliseconds: of what is younger and not there, nothing has aged. */
const keptAtLeast = 86_400_000

/**
 * Sets aside each task of a database that an upstream may have been asked for since, as far as the record in `files` does not
 * prove the opposite, and brings back what the database has lost and the record has whole. `read`: what that record says.
 * `installation`: whose it is; undefined where the database is of none that could have one. `taken`: when the database was
 * saved, in milliseconds since the Unix epoch.
 */
export async function holdUnproven(
  restored: RestoredTasks,
  { files, read }: { files: Pick<FileStore, 'list' | 'read'>; read: AskedFacts },
  { installation, taken, now }: { installation: string | undefined; taken: number | undefined; now: number },
): Promise<Held> {
  const { facts, inconclusive, own } = await withinScope(read, restored)
  const { held, cleared } = await holdRestored(restored, facts, { taken, now })
  const since = taken ?? now - keptAtLeast
  const missing = await missingTasks(restored, facts, since)
  const tasks = new Set(missing.map(({ task }) => task))
  const submitted = installation === undefined ? new Map() : await readSubmitted(files, { tasks, installation })
  const lost = await reviveMissing(restored, missing, submitted, since)
  const revived = missing.length - lost.length
  // Keys of submits that have not been used since are lost too; what they made is not there, and was not bought.
  const at = taken ?? (await restored.newest())
  const whole = facts.since !== undefined && facts.since <= at && (facts.used ?? -Infinity) < at
  if (!whole || lost.length > 0) await restored.noteLostKeys(now)
  for (const [record, mark] of read.watermarks) await restored.noteWatermark(record, mark)
  await restored.noteRewind(Math.max(now, await restored.newest()))
  return { held: held + revived, cleared, revived, own, inconclusive, missing: lost }
}

/**
 * Whether a database is behind the record, as after its file was put back, or a dump of it: it had a higher mark once. It says so
 * of records alone that it knows.
 */
export async function isBehind(
  restored: Pick<RestoredTasks, 'records' | 'watermark'>,
  watermarks: Watermarks,
): Promise<boolean> {
  const known = await restored.records()
  for (const [record, mark] of watermarks)
    if (known.has(record) && (await restored.watermark(record)) < mark) return true
  return false
}

/**
 * Whether a database was written to with another record than the one that it goes on with and does not know, as after a copy of it was
 * put into another folder: nothing shows then what was asked since. One that a command has brought back since then was looked through.
 */
export async function lacksRecord(
  restored: Pick<RestoredTasks, 'records' | 'watermark' | 'newest' | 'rewound'>,
  record: string,
): Promise<boolean> {
  const known = await restored.records()
  if (known.has(record)) return false
  const marks = await Promise.all([...known].map((id) => restored.watermark(id)))
  return marks.some((mark) => mark > 0) && (await restored.newest()) > (await restored.rewound())
}

/** Where there is no record. */
export const noFacts: AskedFacts = {
  ...{ since: undefined, latest: new Map(), foreign: false },
  ...{ record: undefined, watermarks: new Map() },
}

/**
 * What a record says of the tasks of a database. One that the database does not know is that of a copy of the service: it
 * lacks what the service itself asked, and what it holds is none of the service's.
 */
async function withinScope(
  facts: AskedFacts,
  restored: RestoredTasks,
): Promise<{ facts: AskedFacts; own: boolean; inconclusive: string | undefined }> {
  const known = await restored.records()
  if (facts.record === undefined || facts.since === undefined)
    return {
      facts,
      own: false,
      inconclusive:
        'there is no record of what upstreams were asked; name the data folder of before behind the backup, if it is still there',
    }
  if (known.has(facts.record)) {
    if (facts.used === undefined) return { facts, own: true, inconclusive: undefined }
    // A database that knows other records may be that of the service that went on elsewhere.
    const within = known.size > 1 ? { ...facts, since: undefined } : facts
    return { facts: within, own: true, inconclusive: usedRecord(facts.used) }
  }
  if (known.size > 0)
    return {
      facts: noFacts,
      own: false,
      inconclusive:
        'the record that is there is that of a copy of this service, such as a trial; name the data folder of the service itself behind the backup, if it is still there',
    }
  return {
    facts: { ...facts, since: undefined },
    own: false,
    inconclusive:
      'the database was saved by a version that did not note which record is its own: the one that is there may be that of a copy, and counts only for what upstreams were asked',
  }
}

function usedRecord(used: number): string {
  return `the record was named before, at ${new Date(used).toISOString()}, for what was restored elsewhere: a service that ran on that may have asked for what was there by then; name its data folder, if this is a backup of it`
}
