import type { Clock } from '../base/clock.js'
import type { Log } from '../base/log.js'
import { readAsked, readWatermarks } from '../keep/files/read-asked.js'
import type { FileStore } from '../domain/files/file-store.js'
import { fenceTime, type RecordedTimeline } from '../keep/files/recorded-timeline.js'
import { holdUnproven, isBehind, lacksRecord } from '../keep/store/hold-unproven.js'
import type { Stores } from '../keep/store/stores.js'
import type { Watermark } from '../keep/store/watermark.js'
import { isFormer, isSameTimeline, timelineName, type Timeline } from '../keep/store/timeline.js'
import { SettingsError } from '../settings/settings-error.js'

/**
 * Lets a service begin on its database. Where that is another one than the record of what upstreams are asked was written for,
 * as after a failover, or is behind the record, as after an earlier state of it was put back, each task that an upstream may have
 * been asked for is set aside before anything runs. Processes that still work on the former one are kept from submitting. Throws
 * `SettingsError` where the database is the one that was left.
 */
export async function takeOver(parts: TakeOverParts): Promise<void> {
  await holdWhatMayHaveBeenAsked(parts)
  const { timeline, home } = parts.stores
  if (timeline?.opened !== undefined) await home?.note(timeline.opened.system)
}

/** What a take-over works with. */
export interface TakeOverParts {
  stores: Pick<Stores, 'restored' | 'timeline' | 'home' | 'shared'>
  files: FileStore
  recorded: RecordedTimeline
  installation: string
  /** The ID of the record that the database goes on with. It is noted there. */
  record: string
  /** The files in the data folder, also where the service has its own elsewhere. */
  folder: FileStore
  clock: Pick<Clock, 'now' | 'delay'>
  log: Log
}

/** Sets aside what an upstream may have been asked for, where the database does not show that it was not. */
async function holdWhatMayHaveBeenAsked(parts: TakeOverParts): Promise<void> {
  const { stores, files, recorded, installation, record, clock, log } = parts
  const timeline = stores.timeline?.opened
  const lacking = await isLacking(parts)
  // Only once all was looked through is a record known that does not show what was asked before: a start that is cut off begins anew.
  if (!lacking) await stores.restored.noteRecord(record)
  const moved = timeline !== undefined && (await isAnother(timeline, recorded, log))
  if (!moved) {
    if (!lacking && !(await isBehind(stores.restored, await readWatermarks(files, installation)))) return
    log.warn(
      lacking
        ? 'the record of what upstreams were asked that this database was written to with is not there, as after a copy of it was put into another folder or server; tasks that an upstream may have been asked for are set aside first'
        : 'the database is behind the record of what upstreams were asked, as after an earlier state of it was put back; tasks that an upstream may have been asked for are set aside first',
    )
  }
  // Until then each process that goes on has read the mark, or found that the database was set back.
  if (moved !== 'unfinished' && stores.shared) await clock.delay(fenceTime)
  const read = await readAsked(files, installation)
  const found = await holdUnproven(
    stores.restored,
    { files, read },
    { installation, taken: undefined, now: clock.now() },
  )
  if (lacking) await stores.restored.noteRecord(record)
  if (timeline !== undefined) await recorded.mark(timeline, 'held')
  const { held, cleared, revived, missing } = found
  const figures = { setAside: held, broughtBack: revived, notAskedFor: cleared, lost: missing.length }
  if (held + missing.length === 0) log.info('nothing was lost with the former database', figures)
  else
    log.error(
      'the former database was ahead of this one: tasks that an upstream may have been asked for are set aside; see "restored list"',
      { ...figures, tasks: missing.slice(0, 20).map(({ task, upstream }) => `${task} at ${upstream}`) },
    )
}

/** Whether what upstreams were asked since a database was as it is stands in a record that is not there. */
async function isLacking(parts: TakeOverParts): Promise<boolean> {
  const { restored, shared } = parts.stores
  // Services that share a database come with empty folders, each of which begins a record.
  if (shared && !(await hasMoved(parts.stores))) return false
  if (!(await lacksRecord(restored, parts.record))) return false
  // Where the files go to a bucket from now on, it is still in the folder.
  const former = await readWatermarks(parts.folder, parts.installation)
  return former.size === 0 || (await isBehind(restored, former))
}

/** Whether a database has come from another server since a service began with it, as a dump does. A standby is the same one. */
async function hasMoved({ timeline, home }: Pick<Stores, 'timeline' | 'home'>): Promise<boolean> {
  const before = await home?.system()
  return before !== undefined && timeline?.opened !== undefined && before !== timeline.opened.system
}

/**
 * Whether a database is another one than the record was written for last: then it marks itself there as the one that is gone on with.
 * `unfinished`: it has done so before, and not all of its tasks were looked through.
 */
async function isAnother(
  timeline: Timeline,
  recorded: RecordedTimeline,
  log: Pick<Log, 'warn'>,
): Promise<boolean | 'unfinished'> {
  const last = await recorded.last()
  recorded.work(timeline)
  if (last === undefined) await recorded.mark(timeline, 'held')
  if (last === undefined || (isSameTimeline(last.timeline, timeline) && last.step === 'held')) return false
  if (isFormer(timeline, last.timeline))
    throw new SettingsError(
      `MODEL_TASKS_DATABASE_URL: this is the database that was left: the service went on with one that was promoted or recovered from it (${timelineName(last.timeline)}; here ${timelineName(timeline)}). Name that one; or, to go on with this one, stop every service and run model-tasks-service restored hold first`,
    )
  log.warn(
    'the database is another one than before, as after a failover; tasks that an upstream may have been asked for are set aside first',
    { before: timelineName(last.timeline), now: timelineName(timeline) },
  )
  await recorded.mark(timeline, 'begun')
  return isSameTimeline(last.timeline, timeline) ? 'unfinished' : true
}

/** Resolves where the database turns out to be another one than at the start, or an earlier state of it, which the log says. */
export async function whenLeft(
  { timeline }: Pick<Stores, 'timeline'>,
  { setBack }: Pick<Watermark, 'setBack'>,
  log: Log,
): Promise<void> {
  const now = await Promise.race([timeline?.left ?? new Promise<never>(() => undefined), setBack])
  if (now === undefined)
    log.error(
      'an earlier state of the database was put back; this process has to end, and the next start sets aside what upstreams may have been asked for since',
    )
  else
    log.error('the database is another one than at the start, as after a failover; this process has to end', {
      now: timelineName(now),
    })
}
