import { type Json, read } from './json.js'
import type { Operation } from './mapping.js'

/** Whether a task may be asked to be cancelled whose status the upstream has this word for. */
export function mayCancel({ cancel }: Operation, word: string | undefined): boolean {
  return cancel !== undefined && (cancel.from === undefined || (word !== undefined && cancel.from.includes(word)))
}

/** Whether the answer to a cancel proves that nothing was made and nothing is charged. */
export function answerProvesCancelled({ cancel }: Operation, body: Json | undefined): boolean {
  const proof = cancel?.proves.answer
  const said = proof === undefined || body === undefined ? undefined : read(body, proof.at)
  return typeof said === 'string' && proof?.words.includes(said) === true
}

/** Whether the upstream's word for the status of a task proves that nothing was made and nothing is charged. */
export function wordProvesCancelled({ cancel }: Operation, word: string | undefined): boolean {
  return word !== undefined && cancel?.proves.query.includes(word) === true
}
