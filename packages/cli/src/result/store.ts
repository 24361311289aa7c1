import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Download, DownloadOptions, TaskHandle } from '@model-tasks/client'
import { Problem } from '../failure/problem.js'
import { getCommand } from '../failure/next-command.js'
import type { Session } from '../session.js'
import { checkFree, fileFor, type Destination } from './destination.js'
import { makeFolder } from './make-folder.js'

/** A result that has been stored. */
export type Stored = Pick<Download, 'path' | 'bytes' | 'contentType'>

/**
 * Stores the result of a completed task. A file is replaced only with `--force`. Standard output receives the bytes once
 * they are here and whole, so that what a pipe reads is the whole result or nothing. Throws what the client throws.
 */
export async function storeResult(
  session: Session,
  handle: TaskHandle,
  destination: Destination,
  options: DownloadOptions,
): Promise<Stored> {
  if (destination.to === 'stdout') return toStandardOutput(session, handle, options)
  const task = handle.task ?? (await handle.query(options))
  const file = fileFor(destination, task)
  await makeFolder(dirname(file))
  await checkFree(file, destination.force).catch((error: Error) => {
    // First the command that replaces nothing: the file that is there may be a result, too.
    throw new Problem(error.message, 'notStored', [getCommand(task.id), getCommand(task.id, destination.out, true)])
  })
  // The path as it was typed, which the client makes absolute.
  return { ...(await handle.download(file, { ...options, overwrite: destination.force })), path: file }
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
