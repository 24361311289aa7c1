import { ResultGone, ResultMissing } from '../../domain/provider/provider.js'

/**
 * What an HTTP status proves that is answered in place of the file of a completed task; undefined where it is inconclusive
 * and the file is asked for again without a count. Servers that lag behind each other answer 403 and 404 as well, for a while.
 */
export function unservedResult(
  status: number,
  message: string,
  cause?: unknown,
): ResultGone | ResultMissing | undefined {
  if (status === 410) return new ResultGone(message, { cause })
  return status === 403 || status === 404 ? new ResultMissing(message, { cause }) : undefined
}
