import { sentences, words } from './words.js'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What the service itself says in the body of an error, in its own language. */
const saidIn = (json: unknown): string => {
  const { detail, message, error, title } = isObject(json) ? json : {}
  const text = [detail, message, error, title].find((one) => typeof one === 'string' && one !== '')
  return typeof text === 'string' ? text : ''
}

/** What an HTTP error status means; one that needs no explanation of the service's own is complete. */
const ofStatus = (status: number, error: Record<string, unknown>): string => {
  if (status === 400) return words.invalid
  if (status === 401) return words.badKey
  if (status === 402) return words.noCredits
  if (status === 403) return words.forbidden
  if (status === 404) return typeof error.taskId === 'string' ? words.unknownTask : words.noService
  if (status === 409) return words.conflict
  if (status === 413) return words.tooLarge
  if (status !== 429) return words.httpStatus(status)
  const { retryAfter } = error
  return words.tooMany(typeof retryAfter === 'number' ? Math.ceil(retryAfter / 1000) : undefined)
}

const ofTask = ({ task }: Record<string, unknown>): string => {
  const why = isObject(task) ? task.error : undefined
  if (why === undefined || why === null || why === '') return words.taskFailedSilently
  return words.taskFailed(typeof why === 'string' ? why : JSON.stringify(why))
}

/** Whether the service rejects the key, and not what the key is used for. */
export const isKeyRejected = (error: unknown): boolean => isObject(error) && error.status === 401

/** The name of an error. */
export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/**
 * An error in the reader's language. The messages of the client are English and name its calls, so they are not shown:
 * what happened is told by the error's name and status, and what the service said of it is quoted.
 */
export const failureText = (error: unknown): string => {
  if (!isObject(error)) return words.unexpected(String(error))
  const { status, nothingSent, reason, json } = error
  const name = nameOf(error)
  if (name === 'TaskFailedError') return ofTask(error)
  if (name === 'ConnectionError') return nothingSent === true ? words.unsent : words.noAnswer
  if (name === 'AbortedError' || name === 'TimeoutError' || name === 'AbortError') return words.late
  if (name === 'ModelUnavailableError' && typeof reason === 'string') return words.modelClosed(reason)
  if (name === 'ProtocolError') return words.notAService
  if (name === 'RequestInvalidError') return words.invalid
  const said = saidIn(json)
  if (typeof status === 'number')
    return sentences(ofStatus(status, error), said === '' || status === 404 ? '' : words.said(said))
  // A sentence of this page.
  if (name === 'Error') return error instanceof Error ? error.message : ''
  return words.unexpected(error instanceof Error ? error.message : name)
}
