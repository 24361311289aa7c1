import { formatCount } from '@model-tasks/validation/count'
import { existsSync } from 'node:fs'
import { isSameFolder, placesIn } from '../../keep/data/folder.js'
import { installationId } from '../../admit/accounts/declared-id.js'
import { noteUse, readAsked } from '../../keep/files/read-asked.js'
import type { Asked } from '../../keep/files/asked-entries.js'
import { isBeingWritten } from '../../keep/files/record-writers.js'
import { DiskFileStore } from '../../keep/files/disk.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { filePlace, type FileSettings } from '../../keep/files/place.js'
import { RecordedTimeline } from '../../keep/files/recorded-timeline.js'
import { holdUnproven, noFacts, type Held } from '../../keep/store/hold-unproven.js'
import type { RestoredTasks } from '../../keep/store/restored-tasks.js'
import type { Timeline } from '../../keep/store/timeline.js'
import { holdFolder } from './hold-folder.js'
import { systemClock } from '../../base/clock.js'
import { InputError } from '../../base/input-error.js'
import { reasonOf } from '../../base/reason.js'

/** Where a database is brought back, and where the record of what upstreams were asked is: with the files, or in the data folder `record` that was used before. */
export interface RestorePlace extends FileSettings {
  record?: string | undefined
  /** Data folders that the command has taken already. */
  held?: readonly string[]
}

/**
 * Sets aside each task of a database that an upstream may have been asked for since, by the record that `place` names, and
 * notes there which database is gone on with. `secret`: that of the database's installation, whose record alone counts.
 * `taken`: when the database was saved, in milliseconds since the Unix epoch. `timeline`: of the database, where it has one.
 * Throws `InputError` where the record is that of another installation; nothing has changed then.
 */
export async function holdByRecord(
  restored: RestoredTasks,
  place: RestorePlace,
  scope: { secret: Buffer | undefined; taken: number | undefined; now: number; timeline?: Timeline | undefined },
): Promise<Held> {
  const { secret, taken, now, timeline } = scope
  // A database without a secret is of no installation that could have a record.
  const installation = secret === undefined ? undefined : installationId(secret)
  return withRecord(place, async (files) => {
    if (
      installation !== undefined &&
      files.folder === undefined &&
      (await isBeingWritten(files, installation, systemClock))
    )
      throw new InputError(inUse(`${recordPlace(place)} has the record`))
    const read = installation === undefined ? noFacts : await readAsked(files, installation)
    if (read.foreign) throw new InputError(foreignRecord(place))
    const held = await holdUnproven(restored, { files, read }, { installation, taken, now })
    if (installation === undefined) return held
    if (!isElsewhere(place)) {
      if (timeline !== undefined)
        await new RecordedTimeline({ files, installation, elapsed: () => performance.now() }).mark(timeline, 'held')
      return held
    }
    // The clock of the service may have been ahead of this one: what is there was made before.
    await noteUse(files, installation, Math.max(now, await restored.newest())).catch((error: unknown) => {
      throw new InputError(
        `${place.record} cannot be written to, and its record has to say that it was used, so that nothing is bought again after another restore: ${reasonOf(error)}; name a copy of it`,
      )
    })
    return held
  })
}

/** Whether the record is not the one that the service goes on with that is started next. */
export function isElsewhere({ record, ...settings }: RestorePlace): boolean {
  return (
    record !== undefined && (filePlace(settings).folder === undefined || !isSameFolder(record, settings.dataDirectory))
  )
}

function recordPlace({ record, ...settings }: RestorePlace): string {
  return record ?? filePlace(settings).location
}

function inUse(place: string): string {
  return `${place} of a running service, which may ask upstreams for the same tasks meanwhile; stop it, for good where another one takes its place, and run the command again`
}

function foreignRecord(place: RestorePlace): string {
  return `${recordPlace(place)} holds the record of another service, which is inconclusive about the tasks of this database; name the data folder that this service used before, or none`
}

/** A service that runs on beside the record asks upstreams for what the record clears. */
async function withRecord<T>(
  { record, held = [], ...settings }: RestorePlace,
  work: (files: FileStore) => Promise<T>,
): Promise<T> {
  if (record !== undefined && !existsSync(placesIn(record).files))
    throw new InputError(
      `${record} is not a data folder: it has no folder "files", which holds the record of what upstreams were asked`,
    )
  const folder = placesIn(record ?? settings.dataDirectory).root
  const lock = held.some((one) => isSameFolder(one, folder))
    ? undefined
    : await holdFolder(folder, inUse(`${folder} is the data folder`))
  try {
    const files = record === undefined ? await filePlace(settings).open() : new DiskFileStore(placesIn(record).files)
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
export function heldLines({ missing, ...held }: Omit<Held, 'own'>): string[] {
  return [...setAsideLines(held), ...missingLines(missing)]
}

function setAsideLines({ held, cleared, revived, inconclusive }: Omit<Held, 'missing' | 'own'>): string[] {
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
