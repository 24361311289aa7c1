import type { ModelTasksError } from '../errors/model-tasks-error.js'

/** Why a query failed, for a line that names the task already: the summary of its error without what was asked. */
export function reasonOf({ summary }: ModelTasksError): string {
  return summary.replace(/^.*?: /s, '')
}
