import { isJsonObject, parseJson, type JsonObject } from '../json.js'
import type { Submission, TaskRecord, TaskResult, TaskView } from '../task/record.js'
import { integer, number, present, text, word, type Row } from './columns.js'

/** The columns of the table `task` that a view takes. */
export const viewColumns = `id, account, model, kind, status, created, progress, amount, submission, submission_at, submission_place, submission_reference,
  result_file, result_type, result_bytes, result_seconds, error`

/** A row of the table `task` as a record. */
export function taskFromRow(row: Row): TaskRecord {
  return { ...viewFromRow(row), parameters: parametersFrom(text(row, 'parameters')) }
}

/** The same without its parameters. */
export function viewFromRow(row: Row): TaskView {
  const task: TaskView = {
    id: text(row, 'id'),
    account: text(row, 'account'),
    model: text(row, 'model'),
    kind: word(row, 'kind', ['video', 'image'] as const),
    status: word(row, 'status', ['queued', 'processing', 'completed', 'failed'] as const),
    created: number(row, 'created'),
    progress: number(row, 'progress'),
    amount: integer(row, 'amount'),
    submission: submissionFromRow(row),
  }
  if (present(row, 'result_file')) task.result = resultFromRow(row)
  if (present(row, 'error')) task.error = text(row, 'error')
  return task
}

/** V8 would quote the text it cannot read, and a prompt has no place in a log. */
function parametersFrom(json: string): JsonObject {
  try {
    const parameters = parseJson(json)
    if (isJsonObject(parameters)) return parameters
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Error('column parameters holds no JSON object')
}

function submissionFromRow(row: Row): Submission {
  const submission: Submission = { state: word(row, 'submission', ['none', 'sent', 'accepted'] as const) }
  if (present(row, 'submission_at')) submission.at = number(row, 'submission_at')
  if (present(row, 'submission_place')) submission.place = text(row, 'submission_place')
  if (present(row, 'submission_reference')) submission.reference = text(row, 'submission_reference')
  return submission
}

function resultFromRow(row: Row): TaskResult {
  const result: TaskResult = {
    file: text(row, 'result_file'),
    contentType: text(row, 'result_type'),
    bytes: number(row, 'result_bytes'),
  }
  if (present(row, 'result_seconds')) result.seconds = number(row, 'result_seconds')
  return result
}
