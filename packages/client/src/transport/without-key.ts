import { parse, type Answer } from './exchange.js'

/** An answer as errors keep it: without the API key, which some services send back. */
export function withoutKey({ headers, body, json, ...answer }: Answer, apiKey: string): Answer {
  const strip = (text: string): string =>
    apiKey.length > 2
      ? text.replaceAll(apiKey, '[redacted]').replaceAll(JSON.stringify(apiKey).slice(1, -1), '[redacted]')
      : text
  const safe = strip(body)
  return {
    ...answer,
    headers: new Headers([...headers].map(([name, value]): [string, string] => [name, strip(value)])),
    body: safe,
    json: safe === body ? json : parse(safe),
  }
}
