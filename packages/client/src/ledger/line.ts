import type { Task } from '@model-tasks/spec'
import type { CallOptions } from '../call/options.js'
import { SubmitUnknownError } from '../errors/submit-unknown-error.js'
import { TaskFailedError } from '../errors/task-failed-error.js'
import type { Journal, JournalEntry } from '../journal/journal.js'
import { identicalIn } from '../journal/identical.js'
import { passesOn } from '../journal/own-submits.js'
import type { ResumeOptions, Resumed } from '../journal/resume.js'
import type { HandleJson, TaskHandle } from '../task/handle.js'
import { scopeOf, type Ledger } from './ledger.js'
import type { Step } from './step.js'

/**
 * A line of a batch, and what is to be done about it.
 *
 * @internal
 */
export interface PlannedLine {
  /** What makes it this request and no other, across edits of the batch. */
  readonly identity: string
  readonly model: string
  readonly step: Step
}

/** Where the steps of a batch are recorded. */
export interface BatchRecord {
  readonly ledger: Ledger | undefined
  readonly journal: Journal | undefined
}

/** What a batch that goes on needs of a client. */
export interface Resumer {
  task(json: HandleJson, options?: CallOptions): TaskHandle
  resumeAll(journal: Journal, options: ResumeOptions): Promise<Resumed>
}

/**
 * The task of a line: the one that an earlier run has submitted, found or submitted again under its key where its outcome was unknown, else a
 * new one, by `submit` with these options. Each step is recorded before the next. Throws SubmitUnknownError where a submit may have been
 * accepted and nothing can tell.
 *
 * @internal
 */
export async function beginLine(
  client: Resumer,
  record: BatchRecord,
  { identity, model, step }: PlannedLine,
  call: ResumeOptions,
  submit: (options: CallOptions) => Promise<TaskHandle>,
): Promise<TaskHandle> {
  switch (step.kind) {
    case 'submit':
      return submit({ ...call, journal: lineJournal(record, identity) })
    case 'repeat': {
      const intent = { event: 'intent', model, hash: '', ...step.intent } as const
      const journal = lineJournal(record, identity, [intent])
      const resumed = await client.resumeAll(journal, { ...call, takeOver: true })
      const [handle] = resumed.handles
      if (handle === undefined) throw resumed.unresolved[0]?.error
      return handle
    }
    case 'unknown':
      throw new SubmitUnknownError(
        `an earlier submit (Idempotency-Key ${step.key}) may have been accepted; look for its task at the service`,
        { idempotencyKey: step.key, found: [], proved: 'may exist' },
      )
    default:
      return client.task({ id: step.id, model }, call)
  }
}

/**
 * Waits for the task of a line, and records its end. Throws what `wait` throws.
 *
 * @internal
 */
export async function followLine(
  ledger: Ledger | undefined,
  line: string,
  handle: TaskHandle,
  call: CallOptions,
  now: () => string,
): Promise<Task> {
  const ended = async ({ status, amount }: Task): Promise<void> => {
    const cost = typeof amount === 'number' ? { amount } : {}
    await ledger?.append({ event: 'ended', line, status, ...cost, at: now() })
  }
  try {
    const task = await handle.wait(call)
    await ended(task)
    return task
  } catch (error) {
    if (error instanceof TaskFailedError && error.task) await ended(error.task)
    throw error
  }
}

/**
 * The journal of the service, and the ledger as the journal of one line: what the client records of its submit goes to both, to the
 * ledger first. The lines of a batch are meant, however many of them are identical.
 */
function lineJournal({ ledger, journal }: BatchRecord, line: string, open: readonly JournalEntry[] = []): Journal {
  const own: Journal = {
    entries: () => Promise.resolve([...open]),
    identical: async (request) => {
      const others = journal ? await identicalIn(journal, request) : []
      return others.filter(({ intent }) => ledger?.hasKey(intent.key) !== true)
    },
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
  return journal ? passesOn(own, journal) : own
}

/** The journal of a batch without a ledger, whose requests are meant too, however many of them are identical. */
export function batchJournal(journal: Journal): Journal {
  const keys = new Set<string>()
  const own: Journal = {
    entries: (logger) => journal.entries(logger),
    identical: async (request) => (await identicalIn(journal, request)).filter(({ intent }) => !keys.has(intent.key)),
    append: async (entry) => {
      if (entry.event === 'intent') keys.add(entry.key)
      await journal.append(entry)
    },
  }
  return passesOn(own, journal)
}
