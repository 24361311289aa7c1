import { createHash, randomUUID } from 'node:crypto'
import {
  ApiError,
  ModelTasksError,
  type CustomParams,
  type Journal,
  type ModelTasks,
  type TaskHandle,
} from '@model-tasks/client'
import { checkRequest } from '@model-tasks/validation'
import type { Confirm } from './confirmation.js'
import type { Caller, Session } from './session.js'
import { RejectedRequest, ToolError } from './tool-error.js'

/** A request as a tool call asks for it. */
export interface AskedRequest {
  model: string
  parameters: CustomParams
  /** What makes a repeat the same task. */
  requestId: string | undefined
  /** Asks the user about the cost; throws where the task is not to be submitted. */
  confirm?: Confirm | undefined
}

/**
 * Submits a request. One with the `requestId` of an earlier one of the same account is that one's task, also in another process: its
 * Idempotency-Key is made of both, and the journal says what became of it. Throws what the client throws, and `ToolError`.
 */
export async function submitOnce(session: Session, caller: Caller, asked: AskedRequest): Promise<TaskHandle> {
  const { requestId } = asked
  const names = requestId === undefined ? [] : (await caller.scopes()).map((scope) => nameOf(scope, requestId))
  const key = (await session.ledger.keyOf(names)) ?? names[0] ?? randomUUID()
  return session.once(key, () => submit(session, caller.client, asked, { key, names }))
}

/** What a `request_id` is called in a scope. */
function nameOf(scope: string, requestId: string): string {
  return `mcp-${digest(JSON.stringify([scope, requestId])).slice(0, 40)}`
}

async function submit(
  session: Session,
  client: ModelTasks,
  { model, parameters, requestId, confirm }: AskedRequest,
  { key, names }: { key: string; names: readonly string[] },
): Promise<TaskHandle> {
  const { ledger } = session
  const request = digest(canonical([model, parameters]))
  const journal = await session.journal()
  if (requestId !== undefined) {
    const before = await ledger.requestOf(key)
    if (before !== undefined && before !== request)
      throw new ToolError(
        `request_id ${JSON.stringify(requestId)} belongs to another request. For a new task use a new request_id; to repeat the earlier one, send exactly what was sent then.`,
      )
    const known = await earlier(client, journal, key)
    if (known) return known
  }
  // One that is invalid is neither priced nor counted.
  const { ok, findings } = await checkRequest({ ...parameters, model })
  if (!ok) throw new RejectedRequest(findings)
  const amount = ledger.bounded || confirm ? await costOf(client, model, parameters) : undefined
  if (ledger.bounded && amount === undefined)
    throw new ToolError('A budget is set, and this service does not say what a task costs. Nothing was submitted.')
  if (amount !== undefined && amount > 0) confirm?.(model, amount)
  await ledger.reserve({ key, names, request, amount })
  try {
    // Two IDs are two tasks; without one, a call that is made again means the task that it made before.
    return await client.custom(model, parameters, { idempotencyKey: key, journal, again: requestId !== undefined })
  } catch (error) {
    if (error instanceof ModelTasksError && error.code === 'identical-request') {
      await ledger.release(key, request)
      throw new ToolError(
        `${error.summary}. Nothing was paid again. ${error.taskId === undefined ? 'Call again later' : `Call get_task with task_id ${JSON.stringify(error.taskId)}`}; where the user wants one more, call again with a request_id of its own.`,
      )
    }
    if (error instanceof ModelTasksError && (error as { taskMayExist?: unknown }).taskMayExist === false)
      await ledger.release(key, request)
    throw error
  }
}

/** The task of an earlier submit under this key; undefined where there was none. Throws where its outcome is not known. */
async function earlier(client: ModelTasks, journal: Journal, key: string): Promise<TaskHandle | undefined> {
  let intended = false
  let id: string | undefined
  for (const entry of await journal.entries()) {
    if (!('key' in entry) || entry.key !== key) continue
    if (entry.event === 'intent') intended = true
    if (entry.event === 'rejected') intended = false
    if (entry.event === 'submitted') id = entry.id
  }
  if (id !== undefined) return client.task(id, { journal })
  if (!intended) return undefined
  const { handles, unresolved } = await client.resumeAll(journal)
  const handle = handles.find(({ idempotencyKey }) => idempotencyKey === key)
  if (handle) return handle
  const open = unresolved.find(({ intent }) => intent.key === key)
  if (open) throw open.error
  throw new ToolError(
    'Another process is submitting this request. Call again with the same request_id in a few seconds.',
  )
}

/** What a request costs; undefined where the service does not say. */
async function costOf(client: ModelTasks, model: string, parameters: CustomParams): Promise<number | undefined> {
  try {
    return (await client.quote(model, parameters as Parameters<ModelTasks['quote']>[1])).amount
  } catch (error) {
    if (error instanceof ApiError && [404, 405, 501].includes(error.status)) return undefined
    throw error
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** JSON whose members are in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
