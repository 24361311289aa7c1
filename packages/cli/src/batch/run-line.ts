import { stat } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import type { CallOptions, TaskHandle, WholeFile } from '@model-tasks/client'
import { beginLine, followLine, type Ledger, type Retry } from '@model-tasks/client/batch'
import { resultLocation } from '@model-tasks/client/policy'
import type { Task } from '@model-tasks/spec'
import type { Connection } from '../connection/open-connection.js'
import type { Milestone } from '../failure/exit-codes.js'
import { printUploads } from '../request/upload.js'
import { fileFor, type Destination } from '../result/destination.js'
import { failedOutcome, type Outcome } from '../result/outcome.js'
import { storeResult } from '../result/store.js'
import type { Session } from '../session.js'
import type { Planned } from './plan.js'
import type { PreparedLine } from './prepare.js'

/** What the lines of a batch share. */
export interface BatchContext {
  session: Session
  connection: Connection
  ledger: Ledger | undefined
  destination: Destination | undefined
  call: CallOptions
  now: () => string
  newKey: () => string
  /** Whether another key is confirmed to be of the account for which submits of unknown outcome were made. */
  sameAccount: boolean
  /** Whether lines are submitted although requests that are identical to them were, outside of this batch. */
  again: boolean
  /** Told each task as soon as it is known. */
  onStarted(id: string, model: string): void
}

/** What became of a line. */
export interface LineOutcome extends Outcome {
  /** Whether the same command gets it no further. */
  final?: boolean
  /** What has to be retried for the line to be submitted again. */
  retry?: Retry
}

/**
 * Does what the plan says about one line, to its end, and records each step before the next. Throws nothing: what fails is
 * an outcome, with the milestone that its task reached.
 */
export async function runLine(batch: BatchContext, planned: Planned, request: PreparedLine): Promise<LineOutcome> {
  const { session, destination } = batch
  const { line, step } = planned
  const progress: Progress = { reached: 'nothing', id: 'id' in step ? step.id : '' }
  try {
    if (step.kind === 'failed') return failedBefore(step.id, line.model)
    const handle = await send(batch, planned, request, progress)
    progress.id = handle.id
    progress.reached = planned.state?.status === 'completed' && step.kind === 'follow' ? 'completed' : 'accepted'
    batch.onStarted(handle.id, line.model)
    const task = await followLine(batch.ledger, line.identity, handle, batch.call, batch.now)
    progress.reached = 'completed'
    const file = destination === undefined ? undefined : await store(batch, planned, handle, task, destination)
    return {
      id: handle.id,
      model: line.model,
      status: task.status,
      reached: file === undefined ? 'completed' : 'stored',
      task,
      exit: 'ok',
      ...(file === undefined ? {} : { file }),
    }
  } catch (error) {
    const outcome = failedOutcome(
      { ...session, context: { ...session.context, submits: true } },
      progress.id,
      line.model,
      error,
      progress.reached,
    )
    if (hasNoResult(outcome)) return expired({ ...outcome, status: statusOf(outcome) })
    if (outcome.exit !== 'notFound') return { ...outcome, status: statusOf(outcome) }
    const file = destination === undefined ? undefined : await storedEarlier(planned, outcome.id, destination)
    return file === undefined ? notFound(outcome) : { ...completedEarlier(outcome), file }
  }
}

interface Progress {
  reached: Milestone
  id: string
}

/** Words for how far a line got, where its task was not seen to end. */
function statusOf({ exit, status, reached }: Outcome): string {
  if (exit === 'submitUnknown') return 'unknown'
  if (reached === 'completed') return 'completed'
  if (exit === 'failed') return 'failed'
  if (reached === 'accepted') return 'running'
  return exit === 'stopped' ? 'not submitted' : status === 'unknown' ? 'rejected' : status
}

/** Whether the service has completed the task and has no result of it any more. */
function hasNoResult({ task, exit }: Outcome): boolean {
  if (exit === 'expired') return true
  return task?.status === 'completed' && resultLocation(task) === undefined
}

async function send(
  batch: BatchContext,
  { line, step }: Planned,
  request: PreparedLine,
  progress: Progress,
): Promise<TaskHandle> {
  const { session, connection, ledger, call, sameAccount, again } = batch
  const { client, journal } = connection
  const onSubmitted = (id: string): void => {
    progress.id = id
    progress.reached = 'accepted'
  }
  const { model, identity } = line
  const { model: _, ...parameters } = request.params
  const options = { ...call, onSubmitted, sameAccount }
  const handle = await beginLine(client, { ledger, journal }, { identity, model, step }, options, (own) =>
    client.custom(model, parameters, {
      ...own,
      again,
      validate: 'off',
      idempotencyKey: batch.newKey(),
      onUploaded: printUploads(session),
    }),
  )
  onSubmitted(handle.id)
  return handle
}

/** The file of a completed task's result: the one that is there when this batch has stored it, else downloaded now. */
async function store(
  { session, ledger, call, now }: BatchContext,
  { line, state }: Planned,
  handle: TaskHandle,
  task: Task,
  destination: Destination,
): Promise<string> {
  const typed = fileFor(destination, task)
  const file = resolve(typed)
  const own = state?.files.get(file)
  if (own?.stored && (await sizeOf(file)) === own.bytes) return typed
  const record = ledger && {
    find: async (path: string) => {
      const noted = state?.files.get(path)
      return noted?.digest === undefined ? undefined : { ...noted, digest: noted.digest }
    },
    note: async ({ path, bytes, digest, contentType }: WholeFile) => {
      const type = contentType === undefined ? {} : { contentType }
      await ledger.append({ event: 'storing', line: line.identity, file: path, bytes, digest, ...type, at: now() })
    },
  }
  const stored = await storeResult(session, handle, destination, call, record)
  await ledger?.append({ event: 'stored', line: line.identity, file, bytes: stored.bytes, at: now() })
  return stored.path
}

function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ size }) => size,
    () => undefined,
  )
}

/** The file at this destination that the batch has stored for a line, where it is there as it was stored. */
async function storedEarlier(
  { line, state }: Planned,
  id: string,
  destination: Destination,
): Promise<string | undefined> {
  // Its extension is unknown, because the service does not know the task.
  const typed = fileFor(destination, { id, model: line.model, object: '' })
  const { dir, name } = parse(resolve(typed))
  for (const [file, { bytes, stored }] of state?.files ?? []) {
    const place = parse(file)
    if (stored && place.dir === dir && place.name === name && (await sizeOf(file)) === bytes)
      return join(dirname(typed), place.base)
  }
  return undefined
}

function completedEarlier({ id, model }: Outcome): Outcome {
  return { id, model, status: 'completed', reached: 'stored', exit: 'ok' }
}

function notFound(outcome: Outcome): LineOutcome {
  const error = `${outcome.error ?? ''}. Use the key of its account, or submit the line again with --retry not-found, which costs again`
  return { ...outcome, error, retry: 'not-found' }
}

function expired(outcome: Outcome): LineOutcome {
  const error = `${outcome.error ?? ''}. Submit the line again with --retry expired, which costs again`
  return { ...outcome, error, final: true, retry: 'expired' }
}

function failedBefore(id: string, model: string): Outcome {
  return {
    id,
    model,
    status: 'failed',
    reached: 'accepted',
    error: 'failed in an earlier run; --retry failed submits it again',
    exit: 'failed',
  }
}
