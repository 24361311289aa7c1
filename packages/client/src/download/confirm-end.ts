import type { Call, Context } from '../call/context.js'
import type { ResultOwner } from '../task/owner.js'
import { readContentRange } from './content-range.js'
import { requestResult } from './request-result.js'
import { strongValidator } from './validator.js'

/**
 * The length of a result, by a request for its first byte: a body without a length, whose end is the end of the connection,
 * looks the same when it is cut. Undefined where the host does not say; 0 where it now has another version than `validator`.
 */
export async function lengthAtHost(
  context: Context,
  call: Call,
  handle: ResultOwner,
  validator: string | undefined,
  again: string,
): Promise<number | undefined> {
  const headers = { 'accept-encoding': 'identity', range: 'bytes=0-0' }
  const { response, stop } = await requestResult(context, call, handle, headers, again)
  stop()
  const total = response.status === 206 ? readContentRange(response.headers)?.total : undefined
  const changed = validator !== undefined && strongValidator(response.headers) !== validator
  return total !== undefined && changed ? 0 : total
}
