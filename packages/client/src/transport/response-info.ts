import { requestIdOf, type Answer } from '../policy/answer.js'

/** The HTTP side of a result. */
export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  /** The ID that the service gave to the request (`x-request-id`). */
  readonly requestId: string | undefined
}

const known = new WeakMap<object, ResponseInfo>()

/** Notes which answer a result came from. Returns the result. */
export function fromAnswer<T extends object>(result: T, { status, headers }: Answer): T {
  known.set(result, { status, headers, requestId: requestIdOf(headers) })
  return result
}

/** The status, headers and request ID of the answer that a task, page, asset or other result of this client came from. */
export function responseOf(result: object): ResponseInfo | undefined {
  return known.get(result)
}
