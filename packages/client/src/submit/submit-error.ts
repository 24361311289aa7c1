import type { Call } from '../call/context.js'
import { onFailure } from '../call/on-failure.js'
import { answerDetails, failure, unanswered } from '../errors/failure.js'
import { ModelTasksError, withProof } from '../errors/model-tasks-error.js'
import type { Service } from '../errors/subject.js'
import { SubmitUnknownError } from '../errors/submit-unknown-error.js'
import { innermostMessage, isSuccess } from '../policy/classify.js'
import type { Accepted, MayExist, Outcome } from '../policy/outcome.js'
import { strip } from '../policy/strip.js'
import type { SubmitBody } from './prepare.js'

/** The error of a submit that brought no ID: what its outcome proves, in words. */
export async function submitError(
  service: Service,
  call: Call,
  { model, prompt }: SubmitBody,
  idempotencyKey: string,
  outcome: Exclude<Outcome, Accepted>,
): Promise<ModelTasksError> {
  const what = `submit of ${model}`
  const { proved } = outcome
  if (proved === 'not sent') {
    // A request that was not valid, a file that could not be uploaded: it says itself what was wrong.
    if (outcome.cause instanceof ModelTasksError) return withProof(outcome.cause as ModelTasksError, proved)
    return unanswered(service, { method: 'POST', path: '/tasks' }, outcome, { proved })
  }
  const { answer } = outcome
  if (answer && !isSuccess(answer.status)) return failure(service, call, answer, what, { secret: prompt, proved })
  return unknown(service, call, what, prompt, idempotencyKey, outcome as MayExist)
}

async function unknown(
  service: Service,
  call: Call,
  what: string,
  prompt: unknown,
  idempotencyKey: string,
  { answer, cause }: MayExist,
): Promise<SubmitUnknownError> {
  const safe = answer && answerDetails(service, answer)
  const words = safe && (await onFailure(call))?.describeUnknown(service, safe, what, prompt, cause)
  const why = safe && !cause ? `the answer (${safe.status}) is not a Task` : `no answer (${innermostMessage(cause)})`
  return new SubmitUnknownError(words?.summary ?? strip(`${what}: ${why}`, [...service.secrets, prompt]), {
    ...safe,
    found: words?.found ?? [],
    idempotencyKey,
    proved: 'may exist',
    cause,
    hint: `The task may have been accepted: look for it before submitting again. Idempotency-Key: ${idempotencyKey}`,
  })
}
