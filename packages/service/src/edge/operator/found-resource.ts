import { creditsOf } from '../../domain/money/credits.js'
import type { TaskView } from '../../domain/task/record.js'
import type { Found } from './find-tasks.js'

const seconds = (time: number | undefined): number | undefined => (time === undefined ? undefined : time / 1000)

/** What a search found, as it is answered over HTTP. `stopped`: there are older tasks that were not looked at yet. */
export function foundResource({ tasks, accounts, next, stopped }: Found, names: ReadonlyMap<string, string>): object {
  const data = tasks.map((task) => taskResource(task, names.get(task.account)))
  return { object: 'list', data, has_more: next !== undefined, next, stopped, accounts }
}

function taskResource(task: TaskView, accountName: string | undefined): object {
  const { id, status, model, queue, account, submission, error } = task
  return {
    ...{ id, object: 'task', status, model, upstream: queue, account, account_name: accountName },
    ...{ created: seconds(task.created), ended: seconds(task.ended), credits: creditsOf(task.amount) },
    ...{ submission: submission.state, upstream_reference: submission.reference, error, error_class: task.errorClass },
  }
}
