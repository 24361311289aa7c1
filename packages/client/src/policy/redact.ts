import { strip } from './strip.js'

/** A string without the given secrets, and without the credentials and the query of any URL, where signatures are. */
export function redact(text: string, secrets: readonly unknown[]): string {
  const anonymous = text.replace(/(https?:\/\/)[^\s"/?#@]*@/gi, '$1[redacted]@')
  return strip(anonymous.replace(/(https?:\/\/[^\s"?]+)\?[^\s"]*/gi, '$1?[redacted]'), secrets)
}
