import { formatCount } from '@model-tasks/validation/count'
import { existsSync } from 'node:fs'
import { isSameFolder, placesIn } from '../../keep/data/folder.js'
import { installationId } from '../../admit/accounts/declared-id.js'
import { noteUse, readAsked, readSubmitted, type Asked, type AskedFacts } from '../../keep/files/asked-record.js'
import { isBeingWritten } from '../../keep/files/record-writers.js'
import { DiskFileStore } from '../../keep/files/disk.js'
import type { FileStore } from '../../keep/files/file-store.js'
import { openFiles } from '../../keep/files/open.js'
import { holdRestored, missingTasks, reviveMissing, type RestoredTasks } from '../../keep/store/restored-tasks.js'
import type { FilePlace } from './backup-files.js'
import { holdFolder } from './hold-folder.js'
import { systemClock } from '../../base/clock.js'
import { InputError } from '../../base/input-error.js'
import { reasonOf } from '../../base/reason.js'

/** Where a database is brought back, and where the record of what upstreams were asked is: with the files, or in the data folder `record` that was used before. */
export interface RestorePlace extends FilePlace {
  record?: string | undefined
  /** Data folders that the command has taken already. */
  held?: readonly string[]
}

/** What was found out about the tasks of a database that is behind what happened. */
export interface Held {
  /** Tasks that may have been sent and are set aside. */
  held: number
  /** Tasks that the record proves were not sent since. */
  cleared: number
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
 * Sets aside each task of a database that an upstream may have been asked for since, as far as the record does not prove
 * the opposite, and brings back what the database has lost and the record has whole. `secret`: that of the database's
 * installation, whose record alone counts. `taken`: when the database was saved, in milliseconds since the Unix epoch.
 * Throws `InputError` where the record is that of another installation; nothing has changed then.
 */
export async function holdUnproven(
  restored: RestoredTasks,
  place: RestorePlace,
  { secret, taken, now }: { secret: Buffer | undefined; taken: number | undefined; now: number },
): Promise<Held> {
  // A database without a secret is of no installation that could have a record.
  const installation = secret === undefined ? undefined : installationId(secret)
  return withRecord(place, async (files) => {
    if (installation !== undefined && isInBucket(place) && (await isBeingWritten(files, installation, systemClock)))
      throw new InputError(inUse(`${recordPlace(place)} has the record`))
    const read = installation === undefined ? noFacts : await readAsked(files, installation)
    if (read.foreign) throw new InputError(foreignRecord(place))
    const { facts, inconclusive } = await withinScope(read, restored)
    const { held, cleared } = await holdRestored(restored, facts, { taken, now })
    const missing = await missingTasks(restored, facts)
    const tasks = new Set(missing.map(({ task }) => task))
    const submitted = installation === undefined ? new Map() : await readSubmitted(files, { tasks, installation })
    const lost = await reviveMissing(restored, missing, submitted, taken ?? now - keptAtLeast)
    const revived = missing.length - lost.length
    // Keys of submits that have not been used since are lost too; what they made is not there, and was not bought.
    const at = taken ?? (await restored.newest())
    const whole = facts.since !== undefined && facts.since <= at && (facts.used ?? -Infinity) < at
    if (!whole || lost.length > 0) await restored.noteLostKeys(now)
    // The clock of the service may have been ahead of this one: what is there was made before.
    if (installation !== undefined && isElsewhere(place))
      await noteUse(files, installation, Math.max(now, await restored.newest())).catch((error: unknown) => {
        throw new InputError(
          `${place.record} cannot be written to, and its record has to say that it was used, so that nothing is bought again after another restore: ${reasonOf(error)}; name a copy of it`,
        )
      })
    return { held: held + revived, cleared, revived, inconclusive, missing: lost }
  })
}

const noFacts: AskedFacts = { since: undefined, latest: new Map(), foreign: false, record: undefined }

/**
 * What a record says of the tasks of a database. One that the database does not know is that of a copy of the service: it
 * lacks what the service itself asked, and what it holds is none of the service's.
 */
async function withinScope(
  facts: AskedFacts,
  restored: RestoredTasks,
): Promise<{ facts: AskedFacts; inconclusive: string | undefined }> {
  const known = await restored.records()
  if (facts.record === undefined || facts.since === undefined)
    return {
      facts,
      inconclusive:
        'there is no record of what upstreams were asked; name the data folder of before behind the backup, if it is still there',
    }
  if (known.has(facts.record)) {
    if (facts.used === undefined) return { facts, inconclusive: undefined }
    // A database that knows other records may be that of the service that went on elsewhere.
    return { facts: known.size > 1 ? { ...facts, since: undefined } : facts, inconclusive: usedRecord(facts.used) }
  }
  if (known.size > 0)
    return {
      facts: noFacts,
      inconclusive:
        'the record that is there is that of a copy of this service, such as a trial; name the data folder of the service itself behind the backup, if it is still there',
    }
  return {
    facts: { ...facts, since: undefined },
    inconclusive:
      'the database was saved by a version that did not note which record is its own: the one that is there may be that of a copy, and counts only for what upstreams were asked',
  }
}

/** Whether the record is not the one that the service goes on with that is started next. */
function isElsewhere({ record, s3, dataDirectory }: RestorePlace): boolean {
  return record !== undefined && (s3 !== undefined || !isSameFolder(record, dataDirectory))
}

function usedRecord(used: number): string {
  return `the record was named before, at ${new Date(used).toISOString()}, for what was restored elsewhere: a service that ran on that may have asked for what was there by then; name its data folder, if this is a backup of it`
}

/** Whether the record is in a bucket, where no lock says whether a service writes to it. */
function isInBucket({ record, s3 }: RestorePlace): boolean {
  return record === undefined && s3 !== undefined
}

function recordPlace({ record, s3, dataDirectory }: RestorePlace): string {
  return record ?? (s3 === undefined ? placesIn(dataDirectory).root : `the bucket ${s3.bucket}`)
}

function inUse(place: string): string {
  return `${place} of a running service, which may ask upstreams for the same tasks meanwhile; stop it, for good where another one takes its place, and run the command again`
}

function foreignRecord(place: RestorePlace): string {
  return `${recordPlace(place)} holds the record of another service, which is inconclusive about the tasks of this database; name the data folder that this service used before, or none`
}

/** A service that runs on beside the record asks upstreams for what the record clears. */
async function withRecord<T>(
  { record, s3, dataDirectory, held = [] }: RestorePlace,
  work: (files: FileStore) => Promise<T>,
): Promise<T> {
  if (record !== undefined && !existsSync(placesIn(record).files))
    throw new InputError(
      `${record} is not a data folder: it has no folder "files", which holds the record of what upstreams were asked`,
    )
  const folder = placesIn(record ?? dataDirectory).root
  const lock = held.some((one) => isSameFolder(one, folder))
    ? undefined
    : await holdFolder(folder, inUse(`${folder} is the data folder`))
  try {
    const files =
      record === undefined
        ? await openFiles(s3, placesIn(dataDirectory).files)
        : new DiskFileStore(placesIn(record).files)
    try {
      return await work(files)
    } finally {
      files.close()
    }
  } finally {
    lock?.release()
  }
}

/** What an operator is told. */
export function heldLines({ missing, ...held }: Held): string[] {
  return [...setAsideLines(held), ...missingLines(missing)]
}

function setAsideLines({ held, cleared, revived, inconclusive }: Omit<Held, 'missing'>): string[] {
  if (held === 0 && cleared === 0) return []
  return [
    ...(inconclusive === undefined ? [] : [inconclusive]),
    `${formatCount(cleared, 'task')} that no upstream was asked for since`,
    `${formatCount(held, 'task')} set aside, since an upstream may have been asked: see "restored list"; "restored adopt", "restored release" and "restored fail" decide`,
    ...(revived === 0
      ? []
      : [
          `${formatCount(revived, 'task')} of these that the database had lost, brought back from the record with their IDs, credits and idempotency keys`,
        ]),
  ]
}

/** More than that fits no screen, and the record says it all. */
const mostMissing = 50

function missingLines(missing: readonly Asked[]): string[] {
  if (missing.length === 0) return []
  const shown = missing.slice(0, mostMissing)
  return [
    `${formatCount(missing.length, 'task')} that upstreams were asked for and that this database has lost with their IDs and credits:`,
    ...shown.map(({ task, upstream, at }) => `  ${task}  ${upstream}  ${new Date(at).toISOString()}`),
    ...(shown.length < missing.length ? [`  and ${missing.length - shown.length} more`] : []),
  ]
}
