/** An HTTP answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown
}

/** Puts an answer together. */
export function createAnswer(status: number, headers: Headers, body: string): Answer {
  return { status, headers, body, json: parseJson(body) }
}

/** The value of a JSON string; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The ID that the service gave to the request behind an answer, for its support. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? headers.get('request-id') ?? undefined
}
