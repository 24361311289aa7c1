import { createReadStream } from 'node:fs'
import { lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Download, DownloadOptions, Journal, TaskHandle, WholeFile } from '@model-tasks/client'
import { clientFailure } from '../failure/client-failure.js'
import { Problem } from '../failure/problem.js'
import { forgetCommands } from '../failure/failure.js'
import { getCommand } from '../failure/next-command.js'
import type { Session } from '../session.js'
import { checkFree, fileFor, type Destination } from './destination.js'
import { makeFolder } from './make-folder.js'

/** A result that has been stored. */
export type Stored = Pick<Download, 'path' | 'bytes' | 'contentType'>

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
 * Stores the result of a completed task. A file is replaced only with `--force`; one that `record` shows to be this result is
 * left as it is. Standard output receives the bytes once they are here and whole, so that what a pipe reads is the whole result
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
  const file = fileFor(destination, task)
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
  const download = { ...options, overwrite: destination.force, whole, onWhole: record?.note }
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
    return { ...stored, path: '-' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
