import { parseJson, type Answer } from './answer.js'

/** A string without the given secrets, and without the credentials and the query of any URL, where signatures are. */
export function redact(text: string, secrets: readonly unknown[]): string {
  const anonymous = text.replace(/(https?:\/\/)[^\s"/?#@]*@/gi, '$1[redacted]@')
  return strip(anonymous.replace(/(https?:\/\/[^\s"?]+)\?[^\s"]*/gi, '$1?[redacted]'), secrets)
}

/** An answer as errors keep it: without the API keys, which some services send back. */
export function redactAnswer({ headers, body, json, ...answer }: Answer, secrets: readonly string[]): Answer {
  const safe = strip(body, secrets)
  return {
    ...answer,
    headers: new Headers([...headers].map(([name, value]): [string, string] => [name, strip(value, secrets)])),
    body: safe,
    json: safe === body ? json : parseJson(safe),
  }
}

function strip(text: string, secrets: readonly unknown[]): string {
  let safe = text
  for (const secret of secrets)
    if (typeof secret === 'string' && secret.length > 2)
      safe = safe.replaceAll(secret, '[redacted]').replaceAll(JSON.stringify(secret).slice(1, -1), '[redacted]')
  return safe
}
