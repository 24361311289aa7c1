import { createReadStream } from 'node:fs'
import { lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Download, DownloadOptions, Journal, TaskHandle, WholeFile } from '@model-tasks/client'
import { resultLocations } from '@model-tasks/client/policy'
import type { Task } from '@model-tasks/spec'
import { clientFailure } from '../failure/client-failure.js'
import { Problem } from '../failure/problem.js'
import { forgetCommands } from '../failure/failure.js'
import { getCommand } from '../failure/next-command.js'
import { typed, type Session } from '../session.js'
import { checkFree, fileFor, type Destination } from './destination.js'
import { makeFolder } from './make-folder.js'

/** A file of a result that has been stored. */
export type StoredFile = Pick<Download, 'path' | 'bytes' | 'contentType'>

/** A result that has been stored: its first file, and the others where the task made several. */
export interface Stored extends StoredFile {
  others?: readonly StoredFile[]
}

/** Where it is recorded what file a result becomes, so that it is recognised after this process was killed. */
export interface StoreRecord {
  /** What was recorded of the result at this path. */
  find: (path: string) => Promise<DownloadOptions['whole']>
  /** Records a result that is whole and about to get its name. */
  note: (file: WholeFile) => Promise<void>
}

/**
 * How often a result is asked for again in a row, with at most 10 s in between: for nearly half a minute, in which a service
 * that ended is started again, or another one takes over.
 */
const retries = 6

/** The record in a journal, of one task. */
function journalRecord({ date }: Session, journal: Journal, id: string): StoreRecord {
  return {
    find: async (path) =>
      (await journal.entries({}))
        .filter((entry) => entry.event === 'storing')
        .findLast((entry) => entry.id === id && entry.path === path),
    note: ({ path, bytes, digest, contentType }) =>
      journal.append({
        event: 'storing',
        id,
        path,
        bytes,
        digest,
        ...(contentType === undefined ? {} : { contentType }),
        at: new Date(date()).toISOString(),
      }),
  }
}

/**
 * Stores the result of a completed task, each of its files where it made several. A file is replaced only with `--force`; one that `record` shows to be this result is
 * left as it is. Standard output receives the bytes of the first once they are here and whole, so that what a pipe reads is the whole result
 * or nothing. Throws what the client throws.
 */
export async function storeResult(
  session: Session,
  handle: TaskHandle,
  destination: Destination,
  call: DownloadOptions,
  record = call.journal && journalRecord(session, call.journal, handle.id),
): Promise<Stored> {
  const options = { retries, ...call }
  if (destination.to === 'stdout') return toStandardOutput(session, handle, options)
  const task = handle.task ?? (await handle.query(options))
  const others: StoredFile[] = []
  const about = { session, handle, task, destination, options, record }
  for (let number = 1; number < resultLocations(task).length; number++) others.push(await storeFile(about, number))
  // The first comes last: once it has its name, everything that the task made is here.
  const first = await storeFile(about, 0)
  return others.length === 0 ? first : { ...first, others }
}

interface Storing {
  session: Session
  handle: TaskHandle
  task: Task
  destination: Destination
  options: DownloadOptions
  record: StoreRecord | undefined
}

async function storeFile(
  { session, handle, task, destination, options, record }: Storing,
  number: number,
): Promise<StoredFile> {
  const file = fileFor(destination, task, number)
  await makeFolder(dirname(file))
  const whole = await lstat(file).then(
    () => record?.find(resolve(file)),
    () => undefined,
  )
  const free = (force: boolean): Promise<void> =>
    checkFree(file, force).catch((error: Error) => {
      // First the command that replaces nothing: the file that is there may be a result, too.
      throw new Problem(error.message, 'notStored', [
        getCommand(task.id),
        getCommand(task.id, destination.out, true),
        ...forgetCommands(session.context, task.id),
      ])
    })
  await free(destination.force || whole !== undefined)
  const download = { ...options, file: number, overwrite: destination.force, whole, onWhole: record?.note }
  const stored = await handle.download(file, download).catch(async (error: unknown) => {
    // What is there is not what was recorded, or not what was there when the download began.
    if (['destination-exists', 'destination-changed'].includes(clientFailure(error)?.code ?? '')) await free(false)
    throw error
  })
  // The path as it was typed, which the client makes absolute.
  return { ...stored, path: file }
}

async function toStandardOutput(session: Session, handle: TaskHandle, options: DownloadOptions): Promise<Stored> {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-'))
  try {
    const stored = await handle.download(join(folder, 'result'), options)
    for await (const chunk of createReadStream(stored.path)) await session.terminal.bytes(chunk as Buffer)
    const { length } = handle.task === undefined ? [] : resultLocations(handle.task)
    if (length > 1)
      session.terminal.err(
        `Standard output received the first of ${length} files. Store all of them with: ${typed(session, getCommand(handle.id))}\n`,
      )
    return { ...stored, path: '-' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
