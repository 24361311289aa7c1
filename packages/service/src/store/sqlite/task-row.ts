import { isJsonObject, parseJson } from '../../json.js'
import type { Submission, TaskRecord, TaskResult } from '../../task/record.js'
import { number, present, text, word } from './columns.js'
import type { SqliteRow } from './database.js'

/** A row of the table `task` as a record. */
export function taskFromRow(row: SqliteRow): TaskRecord {
  const parameters = parseJson(text(row, 'parameters'))
  if (!isJsonObject(parameters)) throw new Error('column parameters holds no JSON object')
  const task: TaskRecord = {
    id: text(row, 'id'),
    account: text(row, 'account'),
    model: text(row, 'model'),
    kind: word(row, 'kind', ['video', 'image'] as const),
    parameters,
    status: word(row, 'status', ['queued', 'processing', 'completed', 'failed'] as const),
    created: number(row, 'created'),
    progress: number(row, 'progress'),
    amount: number(row, 'amount'),
    submission: submissionFromRow(row),
  }
  if (present(row, 'result_file')) task.result = resultFromRow(row)
  if (present(row, 'error')) task.error = text(row, 'error')
  return task
}

function submissionFromRow(row: SqliteRow): Submission {
  const submission: Submission = { state: word(row, 'submission', ['none', 'sent', 'accepted'] as const) }
  if (present(row, 'submission_at')) submission.at = number(row, 'submission_at')
  if (present(row, 'submission_reference')) submission.reference = text(row, 'submission_reference')
  return submission
}

function resultFromRow(row: SqliteRow): TaskResult {
  const result: TaskResult = { file: text(row, 'result_file'), contentType: text(row, 'result_type'), bytes: number(row, 'result_bytes') }
  if (present(row, 'result_seconds')) result.seconds = number(row, 'result_seconds')
  return result
}
