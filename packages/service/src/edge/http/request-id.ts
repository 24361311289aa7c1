import { randomBytes } from 'node:crypto'

const form = /^[\w.:+/=@-]{1,128}$/
const process = randomBytes(6).toString('base64url')
let count = 0

/** The ID of a request: the caller's own `X-Request-Id` where it can stand in a log line as it is, else a new one. */
export function requestId(given: string | string[] | undefined): string {
  if (typeof given === 'string' && form.test(given)) return given
  count += 1
  return `req_${process}${count.toString(36)}`
}
