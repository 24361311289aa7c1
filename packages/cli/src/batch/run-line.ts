import { stat } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import type { CallOptions, Journal, JournalEntry, TaskHandle, WholeFile } from '@model-tasks/client'
import { resultLocation } from '@model-tasks/client/policy'
import type { Task } from '@model-tasks/spec'
import type { Connection } from '../connection/open-connection.js'
import { clientFailure } from '../failure/client-failure.js'
import type { Milestone } from '../failure/exit-codes.js'
import { printUploads } from '../request/upload.js'
import { fileFor, type Destination } from '../result/destination.js'
import { failedOutcome, type Outcome } from '../result/outcome.js'
import { storeResult } from '../result/store.js'
import type { Session } from '../session.js'
import { scopeOf, type Ledger } from './ledger.js'
import type { Planned, Retry } from './plan.js'
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
    if (step.kind === 'unknown') return unknownOutcome(line.model, step.key)
    if (step.kind === 'failed') return failedBefore(step.id, line.model)
    const handle =
      step.kind === 'follow'
        ? batch.connection.client.task({ id: step.id, model: line.model })
        : await send(batch, planned, request, progress)
    progress.id = handle.id
    progress.reached = planned.state?.status === 'completed' && step.kind === 'follow' ? 'completed' : 'accepted'
    batch.onStarted(handle.id, line.model)
    const task = await follow(batch, line.identity, handle)
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
  const { session, connection, call, sameAccount, again } = batch
  const onSubmitted = (id: string): void => {
    progress.id = id
    progress.reached = 'accepted'
  }
  if (step.kind === 'repeat') {
    const intent = { event: 'intent', model: line.model, hash: '', ...step.intent } as const
    const journal = lineJournal(batch, line.identity, [intent])
    const resumed = await connection.client.resumeAll(journal, { ...call, onSubmitted, sameAccount, takeOver: true })
    const [handle] = resumed.handles
    if (handle === undefined) throw resumed.unresolved[0]?.error
    onSubmitted(handle.id)
    return handle
  }
  const { model: _, ...parameters } = request.params
  return connection.client.custom(line.model, parameters, {
    ...call,
    again,
    validate: 'off',
    onUploaded: printUploads(session),
    idempotencyKey: batch.newKey(),
    journal: lineJournal(batch, line.identity),
    onSubmitted,
  })
}

/**
 * The journal of the service, and the ledger as the journal of one line: what the client records of its submit goes to both, to the
 * ledger first. The lines of a batch are meant, however many of them are identical.
 */
function lineJournal(
  { ledger, connection: { journal } }: BatchContext,
  line: string,
  open: readonly JournalEntry[] = [],
): Journal {
  return {
    entries: () => Promise.resolve([...open]),
    identical: async (request) =>
      ((await journal?.identical?.(request)) ?? []).filter(({ intent }) => ledger?.hasKey(intent.key) !== true),
    append: async (entry) => {
      if (entry.event === 'intent') {
        const { key, body = '{}', at } = entry
        await ledger?.append({ event: 'intent', line, key, body, ...scopeOf(entry), at })
      } else if (entry.event === 'submitted')
        await ledger?.append({ event: 'accepted', line, id: entry.id, at: entry.at })
      else if (entry.event === 'rejected')
        await ledger?.append({ event: 'rejected', line, key: entry.key, at: entry.at })
      await journal?.append(entry)
    },
  }
}

async function follow({ ledger, call, now }: BatchContext, line: string, handle: TaskHandle): Promise<Task> {
  const ended = async (task: Task | undefined): Promise<void> => {
    if (task === undefined) return
    const { status, amount } = task
    const cost = typeof amount === 'number' ? { amount } : {}
    await ledger?.append({ event: 'ended', line, status, ...cost, at: now() })
  }
  try {
    const task = await handle.wait(call)
    await ended(task)
    return task
  } catch (error) {
    const failure = clientFailure(error)
    if (failure?.kind === 'failed') await ended(failure.task)
    throw error
  }
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

function unknownOutcome(model: string, key: string): Outcome {
  return {
    id: '',
    model,
    status: 'unknown',
    reached: 'unknown',
    error: `an earlier submit (Idempotency-Key ${key}) may have been accepted; look for its task at the service`,
    exit: 'submitUnknown',
  }
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
