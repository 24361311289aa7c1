import type { Account } from '../../keep/store/account-store.js'
import { putBack } from '../../keep/store/deliver-kept.js'
import { isAlertId, isAlertReceiver } from '../../domain/webhooks.js'
import { isTaskId } from '../../domain/task/id.js'
import type { OperatorParts } from './parts.js'

/** What an operator does, in the console and over HTTP. An ID that cannot be one reaches no store. */

/** The account of an ID; undefined when there is none. */
export function findAccount(id: string, { accounts }: Pick<OperatorParts, 'accounts'>): Promise<Account | undefined> {
  return isName(id) ? accounts.findAccount(id) : Promise.resolve(undefined)
}

/** Disables an account or enables it again, at once in this process. Answers it as it is then; undefined when there is none. */
export async function setDisabled(id: string, disabled: boolean, parts: OperatorParts): Promise<Account | undefined> {
  const account = await findAccount(id, parts)
  if (account === undefined) return undefined
  await parts.accounts.setDisabled(account.id, disabled)
  parts.callers.forget()
  return findAccount(id, parts)
}

/** Revokes a key, at once in this process. Answers whether it was there and still valid. */
export async function revokeKey(id: string, { keys, callers }: OperatorParts): Promise<boolean> {
  if (!isName(id)) return false
  const revoked = await keys.revokeKey(id)
  callers.forget()
  return revoked
}

/** Lets a task that is set aside run again, at once, or completes it with the files that are stored of it. Answers whether it was set aside. */
export async function retryDeadLetter(
  id: string,
  { queue, operator, files, tasks, engine }: Pick<OperatorParts, 'queue' | 'operator' | 'files' | 'tasks' | 'engine'>,
): Promise<boolean> {
  if (!isTaskId(id) || (await putBack(id, { queue, operator }, async () => files)) === undefined) return false
  const task = await tasks.read(id)
  if (task !== undefined) engine.wake(task.queue)
  return true
}

/** Tells a receiver, or the callback of a request, the end of a task again. Answers whether the task has ended. */
export async function replayEvent(task: string, receiver: string, parts: OperatorParts): Promise<boolean> {
  const isEvent = isTaskId(task) || (isAlertReceiver(receiver) && isAlertId(task))
  if (!isEvent || !parts.receivers.includes(receiver)) return false
  return parts.deliveries.replay(task, receiver, parts.clock.now())
}

/** Whether a text can be the ID of an account or a key. */
export function isName(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id)
}
