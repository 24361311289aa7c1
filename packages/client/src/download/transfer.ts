import { openPart } from '#disk'
import type { Part } from '../disk/part.js'
import { ApiError } from '../errors/api-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { backoff } from '../policy/backoff.js'
import { sleep } from '../policy/bounded.js'
import { queryVerdict } from '../policy/classify.js'
import { Distrust, Later } from './doubt.js'
import { receive, type Job } from './receive.js'
import { storageError } from './storage-failure.js'

/** A result on disk. */
export interface Download {
  path: string
  bytes: number
  /** As the host of the result calls it. */
  contentType: string | undefined
}

/** Receives a result in as many attempts as it takes and gives it its name. Throws what `download` throws, but no timeout. */
export async function transfer(about: Omit<Job, 'part'>, path: string): Promise<Download> {
  let part: Part | undefined
  try {
    part = await openPart(path, about.task.id)
    await attempts({ ...about, part })
    await part.finish()
    return { path, bytes: part.bytes, contentType: part.version.contentType }
  } catch (error) {
    const worthless = error instanceof ProtocolError
    const kept = await (worthless ? part?.discard() : part?.release())?.catch(() => undefined)
    throw error instanceof ModelTasksError ? error : storageError(error, about, path, kept || undefined)
  }
}

/** `retries` counts the attempts in a row that bring nothing new. */
async function attempts(job: Job): Promise<void> {
  const { context, call, part } = job
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
      const passing = distrust || mayPass(error)
      if (!passing || attempt >= call.retries) throw error
      await sleep(context.clock, free ? 0 : delayOf(job, error, attempt), call.signal)
    }
  }
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

/** Whether the same request may be answered otherwise later. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return queryVerdict(error.status) === 'transient'
  return error instanceof ConnectionError && !('blocked' in error && error.blocked === true)
}
