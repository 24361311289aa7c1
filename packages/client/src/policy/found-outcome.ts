import type { Answer } from './answer.js'
import { findIdentifiers } from './found.js'
import * as policy from './outcome.js'

/** The outcome of an answer; `idOf` reads the ID of what was created from a body. Where something may exist, `found` says what may lead to it. */
export function outcomeOfAnswer(answer: Answer, idOf: (json: unknown) => string | undefined): policy.Outcome {
  const outcome = policy.outcomeOfAnswer(answer, idOf)
  return outcome.proved === 'may exist' ? { ...outcome, found: findIdentifiers(answer) } : outcome
}
