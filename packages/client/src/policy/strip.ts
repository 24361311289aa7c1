import { createAnswer, type Answer } from './answer.js'

/** A string without the given secrets. */
export function strip(text: string, secrets: readonly unknown[]): string {
  let safe = text
  for (const secret of secrets)
    if (typeof secret === 'string' && secret.length > 2)
      safe = safe.replaceAll(secret, '[redacted]').replaceAll(JSON.stringify(secret).slice(1, -1), '[redacted]')
  return safe
}

/** An answer as errors keep it: without the API keys, which some services send back. */
export function redactAnswer({ status, headers, body }: Answer, secrets: readonly string[]): Answer {
  const safe = [...headers].map(([name, value]): [string, string] => [name, strip(value, secrets)])
  return createAnswer(status, new Headers(safe), strip(body, secrets))
}
