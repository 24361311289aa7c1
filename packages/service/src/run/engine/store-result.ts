import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProducedFile, ResultFile } from '../../domain/provider/provider.js'
import { resultKey, resultName } from '../../keep/results/result-key.js'
import type { Held, TaskEnd } from '../../keep/store/task-queue.js'
import type { StoredFile, TaskResult } from '../../domain/task/record.js'
import type { RunParts } from './run-parts.js'

/** Milliseconds between the tries to store a file that is here already. Once they are used up the run has failed. */
const pauses = [1000, 2000, 4000, 8000, 16_000] as const

/** Runs `work` with a folder of the task's own, which is gone afterwards. */
export async function withFolder<T>(
  { workDirectory }: Pick<RunParts, 'workDirectory'>,
  id: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = join(workDirectory, id)
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Stores the files of a task under the keys of its result. Rejects when that fails again and again, or when aborted. */
export async function storeResult(
  parts: Pick<RunParts, 'files' | 'clock' | 'log'>,
  id: string,
  file: ProducedFile,
  signal: AbortSignal,
): Promise<TaskResult> {
  const first = await storeFile(parts, { id, number: 1 }, file, signal)
  const others: StoredFile[] = []
  for (const one of file.others ?? [])
    others.push(await storeFile(parts, { id, number: others.length + 2 }, one, signal))
  return {
    ...first,
    ...(file.seconds === undefined ? {} : { seconds: file.seconds }),
    ...(others.length === 0 ? {} : { others }),
  }
}

async function storeFile(
  { files, clock, log }: Pick<RunParts, 'files' | 'clock' | 'log'>,
  { id, number }: { id: string; number: number },
  file: ResultFile,
  signal: AbortSignal,
): Promise<StoredFile> {
  const key = resultKey(resultName(id, file.contentType, number))
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { bytes } = await files.putFile(key, file.path, file.contentType)
      return { file: key, contentType: file.contentType, bytes }
    } catch (error) {
      const pause = pauses[attempt]
      if (signal.aborted || pause === undefined) throw error
      log.error('a file could not be stored and will be tried again', { task: id, error })
      await clock.delay(pause, signal)
      // The task may have ended, or another process may have stored its file under this key since.
      signal.throwIfAborted()
    }
  }
}

/** Ends a task. Answers whether this has ended it. Where it was cancelled before its file was there, the file can no longer be asked for: it is removed. */
export async function finish(
  { runs, tasks, files }: Pick<RunParts, 'runs' | 'tasks' | 'files'>,
  held: Held,
  end: TaskEnd,
): Promise<boolean> {
  if (await runs.finish(held, end)) return true
  await runs.endHandling(held)
  if (end.status !== 'completed') return false
  const task = await tasks.read(held.id)
  if (task?.status !== 'failed') return false
  for (const { file } of [end.result, ...(end.result.others ?? [])]) await files.remove(file)
  return false
}
