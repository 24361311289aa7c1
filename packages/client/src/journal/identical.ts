import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { isSuccess } from '../policy/classify.js'
import { declaredBy } from '../service/capabilities.js'
import { taskOf } from '../task/answered.js'
import { exchange } from '../transport/exchange.js'
import type { Journal, UnendedSubmit } from './journal.js'
import { JournalReader } from './state.js'

/** How long the state of an earlier task is waited for, in milliseconds; it decides what is said, and not whether. */
const patience = 5_000

/**
 * Throws ModelTasksError (`identical-request`) where the journal of a call has a task, or a submit of unknown outcome, of an identical
 * request for this account that was not seen to end: one that is made again after its process was killed means that task. One
 * that has failed meanwhile is recorded so. `own` is the key of an intent that this call has recorded: of several open ones, only those recorded before
 * it count, so that of two calls that begin at the same moment exactly one goes on.
 */
export async function refuseIdentical(
  context: Context,
  call: Call & { journal: Journal },
  request: string,
  own?: string,
): Promise<void> {
  const { journal } = call
  const all = await identicalIn(journal, request)
  const place = all.findIndex(({ intent }) => intent.key === own)
  const earlier = all.filter(
    ({ intent, id }, index) => intent.key !== own && (id !== undefined || place < 0 || index < place),
  )
  if (earlier.length === 0) return
  const brief = { ...call, requestTimeout: Math.min(call.requestTimeout, patience), retries: 0 }
  const account = (await declaredBy(context, brief).catch(() => undefined))?.account
  const isOfAccount = ({ intent }: UnendedSubmit): boolean =>
    intent.account === undefined || account === undefined || intent.account === account
  for (const { intent, id } of earlier.filter(isOfAccount)) {
    if (id === undefined) throw identical(`may have been accepted (Idempotency-Key ${intent.key})`)
    const task = await stateOf(context, brief, id)
    if (task?.status !== 'failed') throw identical(`${standing(task)} as ${id}`, id, task)
    await journal.append({ event: 'ended', id, status: task.status, at: new Date().toISOString() })
  }
}

/** The submits of a request that a journal has seen no end of. */
export async function identicalIn(journal: Journal, request: string): Promise<readonly UnendedSubmit[]> {
  if (journal.identical) return journal.identical(request)
  const reader = new JournalReader()
  if (journal.read) await journal.read((entry) => reader.add(entry), {})
  else for (const entry of await journal.entries({})) reader.add(entry)
  return reader.identical(request)
}

/** What is known of an earlier task: what cannot be learnt now is not said. */
function standing(task: Task | undefined): string {
  if (task === undefined) return 'was accepted'
  return task.status === 'completed' ? 'is completed' : 'is running'
}

async function stateOf(context: Context, call: Call, id: string): Promise<Task | undefined> {
  const request = { method: 'GET', path: `/tasks/${encodeURIComponent(id)}` }
  const answer = await exchange(context, call, request).catch(() => undefined)
  const task = answer && isSuccess(answer.status) ? taskOf(context, answer) : undefined
  return task?.id === id ? task : undefined
}

function identical(what: string, taskId?: string, task?: Task): ModelTasksError {
  return new ModelTasksError(`nothing was submitted: an identical request ${what}`, {
    code: 'identical-request',
    hint: `${taskId === undefined ? 'Recover it with `resumeAll`, or submit' : 'Submit'} another one with \`again: true\``,
    taskId,
    task,
  })
}
