import { answerDetails, failure, unanswered, type Service } from '../errors/failure.js'
import { ModelTasksError, withProof } from '../errors/model-tasks-error.js'
import { SubmitUnknownError } from '../errors/submit-unknown-error.js'
import { innermostMessage } from '../policy/classify.js'
import { findIdentifiers } from '../policy/found.js'
import type { Accepted, MayExist, Outcome } from '../policy/outcome.js'
import { redact } from '../policy/redact.js'
import type { SubmitBody } from './prepare.js'

/** The error of a submit that brought no ID: what its outcome proves, in words. */
export function submitError(
  service: Service,
  { model, prompt }: SubmitBody,
  idempotencyKey: string,
  outcome: Exclude<Outcome, Accepted>,
): ModelTasksError {
  const what = `submit of ${model}`
  const { proved } = outcome
  if (proved === 'not sent') {
    // A request that was not valid, a file that could not be uploaded: it says itself what was wrong.
    if (outcome.cause instanceof ModelTasksError) return withProof(outcome.cause as ModelTasksError, proved)
    return unanswered(service, { method: 'POST', path: '/tasks' }, outcome, { proved })
  }
  const { answer } = outcome
  if (answer && answer.status > 299) return failure(service, answer, what, { secret: prompt, proved })
  return unknown(service, what, prompt, idempotencyKey, outcome as MayExist)
}

function unknown(
  service: Service,
  what: string,
  prompt: unknown,
  idempotencyKey: string,
  { answer, cause }: MayExist,
): SubmitUnknownError {
  const safe = answer && answerDetails(service, answer)
  const found = safe ? findIdentifiers(safe) : []
  const leads = found.map(({ name, value }) => `${name} ${value}`).join(', ')
  const why = safe
    ? `the answer (${safe.status}) is not a Task${leads && `; it contains ${leads}`}`
    : `no answer (${innermostMessage(cause)})`
  return new SubmitUnknownError(redact(`${what}: ${why}`, [...service.secrets, prompt]), {
    ...safe,
    found,
    idempotencyKey,
    proved: 'may exist',
    cause,
    hint: `The task may have been accepted: look for it before submitting again. Idempotency-Key: ${idempotencyKey}`,
  })
}
