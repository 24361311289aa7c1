import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from '../../domain/files/file-store.js'
import {
  begunWith,
  entriesIn,
  folder,
  idOf,
  lastMarkIn,
  namesIn,
  newestOf,
  partTime,
  type Asked,
  type Name,
  type Submitted,
} from './asked-entries.js'

/** What the record says, as it is read after a restore. */
export interface AskedFacts {
  /** From when on it holds everything, in milliseconds since the Unix epoch; undefined where this installation has no record. */
  since: number | undefined
  /** The latest attempt of each task. */
  latest: ReadonlyMap<string, Asked>
  /** Whether the only record that is there is that of another installation. */
  foreign: boolean
  /** Which record it is; undefined for one of an earlier version. */
  record: string | undefined
  /** When a database was last brought back by it elsewhere, in milliseconds since the Unix epoch; undefined: never. */
  used?: number | undefined
  /** The highest mark behind its latest entries, by the ID of the record. A database that has a lower one was set back since. */
  watermarks: Watermarks
}

/** High-water marks by the ID of the record. */
export type Watermarks = ReadonlyMap<string, number>

/**
 * Reads the record of an installation. One that names no installation, of an earlier version, may be that of any: what it
 * holds was asked, and what it lacks is inconclusive.
 */
export async function readAsked(
  files: Pick<FileStore, 'list' | 'read' | 'size' | 'folder'>,
  installation: string,
): Promise<AskedFacts> {
  const { markers, parts, uses, others } = await namesIn(files, installation)
  const record = idOf(markers)
  const used = uses.length === 0 ? undefined : newestOf(uses)
  const latest = new Map<string, Asked>()
  for (const { key } of parts)
    for await (const { submitted: _, ...asked } of entriesIn(files, key))
      if ((latest.get(asked.task)?.attempt ?? 0) <= asked.attempt) latest.set(asked.task, asked)
  const watermarks = await readWatermarks(files, installation)
  const since = record === undefined ? undefined : newestOf(markers)
  return { since, latest, foreign: others && markers.length === 0 && parts.length === 0, record, used, watermarks }
}

/** So many parts are read for the latest marks: in a bucket, each is written in one moment. */
const latestParts = 20

/**
 * The highest marks behind the latest entries of an installation's record. Of each part only the end is read, at every start. Which
 * parts are the latest their marks say: clocks of processes differ, and are set. Names of earlier versions say only when they began.
 */
export async function readWatermarks(
  files: Pick<FileStore, 'list' | 'read' | 'size' | 'folder'>,
  installation: string,
): Promise<Watermarks> {
  const parts = (await namesIn(files, installation)).parts.toSorted((one, other) => other.at - one.at)
  // On a disk, a part is written to for a day.
  const byTime =
    files.folder === undefined
      ? parts.slice(0, latestParts)
      : parts.filter(({ at }) => at >= (parts[0]?.at ?? 0) - partTime)
  const latest = new Set([...byTime, ...latestByMark(parts)])
  const watermarks = new Map<string, number>()
  for (const { key } of latest) {
    const { record = '', watermark = 0 } = (await lastMarkIn(files, key)) ?? {}
    if (watermark > (watermarks.get(record) ?? 0)) watermarks.set(record, watermark)
  }
  return watermarks
}

/** The parts of each record that began with its highest marks. */
function latestByMark(parts: readonly Name[]): Name[] {
  const ofRecords = new Map<string, { part: Name; watermark: number }[]>()
  for (const part of parts) {
    const { record, watermark } = begunWith(part) ?? {}
    if (record === undefined || watermark === undefined) continue
    const ofOne = ofRecords.get(record) ?? []
    ofOne.push({ part, watermark })
    ofRecords.set(record, ofOne)
  }
  return [...ofRecords.values()].flatMap((ofOne) =>
    ofOne
      .sort((one, other) => other.watermark - one.watermark)
      .slice(0, latestParts)
      .map(({ part }) => part),
  )
}

/**
 * Notes in a record that a database is brought back by it elsewhere, `at` that time: a service that runs there has a record of
 * its own, and this one lacks what is asked for from then on.
 */
export async function noteUse(files: Pick<FileStore, 'putStream'>, installation: string, at: number): Promise<void> {
  const key = `${folder}/used-${at}-${installation}-${randomBytes(4).toString('hex')}.txt`
  await files.putStream(key, Readable.from(['.']), 'text/plain')
}

/** What was submitted for these tasks, as far as the record says so. */
export async function readSubmitted(
  files: Pick<FileStore, 'list' | 'read'>,
  { tasks, installation }: { tasks: ReadonlySet<string>; installation: string },
): Promise<Map<string, Submitted>> {
  const found = new Map<string, Submitted>()
  if (tasks.size === 0) return found
  for (const { key } of (await namesIn(files, installation)).parts)
    for await (const { task, submitted } of entriesIn(files, key))
      if (submitted !== undefined && tasks.has(task)) found.set(task, submitted)
  return found
}
