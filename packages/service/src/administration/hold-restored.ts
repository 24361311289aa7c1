import { formatCount } from '@model-tasks/validation/count'
import { existsSync } from 'node:fs'
import { placesIn } from '../data/folder.js'
import { readAsked, type AskedFacts } from '../files/asked-record.js'
import { DiskFileStore } from '../files/disk.js'
import { openFiles } from '../files/open.js'
import { holdRestored, type RestoredTasks } from '../store/restored-tasks.js'
import type { FilePlace } from './backup-files.js'
import { CommandError } from './command.js'

/** Where a database is brought back, and where the record of what upstreams were asked is: with the files, or in the data folder `record` that was used before. */
export interface RestorePlace extends FilePlace {
  record?: string | undefined
}

/** What was found out about the tasks of a database that is behind what happened. */
export interface Held {
  /** Tasks that may have been sent and are set aside. */
  held: number
  /** Tasks that the record proves were not sent since. */
  cleared: number
  /** Whether there was a record. */
  recorded: boolean
}

/**
 * Sets aside each task of a database that an upstream may have been asked for since, as far as the record does not prove
 * the opposite. `taken`: when the database was saved, in milliseconds since the Unix epoch.
 */
export async function holdUnproven(
  restored: RestoredTasks,
  place: RestorePlace,
  taken: number | undefined,
): Promise<Held> {
  const facts = await factsOf(place)
  return { ...(await holdRestored(restored, facts, { taken, now: Date.now() })), recorded: facts.since !== undefined }
}

async function factsOf({ record, s3, dataDirectory }: RestorePlace): Promise<AskedFacts> {
  if (record !== undefined && !existsSync(placesIn(record).files))
    throw new CommandError(
      `${record} is not a data folder: it has no folder "files", which holds the record of what upstreams were asked`,
    )
  const files =
    record === undefined
      ? await openFiles(s3, placesIn(dataDirectory).files)
      : new DiskFileStore(placesIn(record).files)
  try {
    return await readAsked(files)
  } finally {
    files.close()
  }
}

/** What an operator is told. */
export function heldLines({ held, cleared, recorded }: Held): string[] {
  if (held === 0 && cleared === 0) return []
  return [
    ...(recorded
      ? []
      : [
          'there is no record of what upstreams were asked; name the data folder of before behind the backup, if it is still there',
        ]),
    `${formatCount(cleared, 'task')} that no upstream was asked for since`,
    `${formatCount(held, 'task')} set aside, since an upstream may have been asked: see "restored list"; "restored adopt", "restored release" and "restored fail" decide`,
  ]
}
