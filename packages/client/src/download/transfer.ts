import { openPart } from '#disk'
import type { Part } from '../disk/part.js'
import { warnNowAndThen } from '../call/warn-now-and-then.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { backoff } from '../policy/backoff.js'
import { Stopped } from '../policy/scope.js'
import { isTransient } from '../wait/transient.js'
import { Distrust, Later, NotTheResult } from './doubt.js'
import { receive, type Job } from './receive.js'
import type { Progress } from './shared.js'
import { storageError } from './storage-failure.js'

/** A result on disk. */
export interface Download {
  path: string
  bytes: number
  /** As the host of the result calls it. */
  contentType: string | undefined
}

/** A result that is whole and verified, and is about to get its name. */
export interface WholeFile extends Download {
  /** SHA-256 of its bytes, in base64. */
  digest: string
}

/** What one transfer is about. */
export interface Transfer extends Omit<Job, 'part' | 'onBytes' | 'stated'> {
  /** Names the file among all files of all tasks. */
  readonly id: string
  readonly onProgress: (progress: Progress) => void
  /** Told the result when it is whole, before it gets its name. */
  readonly onWhole: (describe: () => Promise<WholeFile>) => Promise<void>
}

/** Receives a result in as many attempts as it takes and gives it its name. Throws what `download` throws, but no timeout. */
export async function transfer(about: Transfer, path: string, overwrite: boolean): Promise<Download> {
  let part: Part | undefined
  try {
    const own = (part = await openPart(path, about.id, overwrite))
    const tell = (fault?: unknown): void => {
      const { bytes, version } = own
      about.onProgress({ bytes, total: version.total, kept: isResumable(own), fault })
    }
    const { validator, total } = own.version
    const stated = new Map(validator === undefined || total === undefined ? [] : [[validator, total]])
    await attempts({ ...about, part, stated, onBytes: () => tell() }, tell)
    const stored = (): Download => ({ path, bytes: own.bytes, contentType: own.version.contentType })
    const describe = async (): Promise<WholeFile> => ({ ...stored(), digest: await own.digest('sha-256') })
    await part.finish(() => about.call.scope.run(() => about.onWhole(describe)))
    return stored()
  } catch (error) {
    const kept = await (part && isWorthKeeping(part, error) ? part.release() : part?.discard())?.catch(() => undefined)
    throw error instanceof ModelTasksError || error instanceof Stopped
      ? error
      : storageError(error, about, path, kept || undefined)
  }
}

/** Whether a later call can do something with what was received. */
function isWorthKeeping(part: Part, error: unknown): boolean {
  return !(error instanceof Distrust || error instanceof NotTheResult) && isResumable(part)
}

function isResumable({ bytes, version: { validator, total } }: Part): boolean {
  return validator !== undefined || bytes === total
}

/** `retries` counts the attempts in a row that bring nothing new; `onFault` is told what ended each that another follows. */
async function attempts(job: Job, onFault: (error: unknown) => void): Promise<void> {
  const { call, part } = job
  let furthest = part.bytes
  for (let attempt = 0; ; attempt++) {
    const resumed = part.bytes > 0
    try {
      return await receive(job)
    } catch (error) {
      const distrust = error instanceof Distrust
      if (distrust) await part.restart({ digests: {} })
      if (part.bytes > furthest) attempt = -1
      furthest = Math.max(furthest, part.bytes)
      // A part that cannot be continued does not count: the file has not been asked for from its beginning yet.
      const free = distrust && resumed
      if (free) attempt--
      if (!isPassing(error) || attempt >= call.retries) throw error
      onFault(error)
      warnNowAndThen(
        job.context.logger,
        attempt + 1,
        () => `still trying after ${attempt + 1} failed attempts in a row: ${error.summary}`,
      )
      if (!free) await call.scope.sleep(delayOf(job, error, attempt))
    }
  }
}

/** Whether another attempt may succeed. */
function isPassing(error: unknown): error is ModelTasksError {
  return error instanceof Distrust || (isTransient(error) && !(error instanceof ProtocolError))
}

function delayOf({ context, task }: Job, error: unknown, attempt: number): number {
  const own = backoff(Math.max(0, attempt), 10_000)
  if (!(error instanceof Later)) return own
  if (error.asked > error.delay)
    context.logger.warn?.(
      `result of task ${task.id}: its host asks to wait ${Math.round(error.asked / 1000)} s; the next attempt follows in ${Math.round(error.delay / 1000)} s`,
    )
  return Math.max(own, error.delay)
}
