import type { Finding } from '@model-tasks/validation'

/** What a problem says beside its text. */
export interface ProblemMembers {
  findings?: readonly Finding[]
  /** What the task would cost, and what is left of the budget, in credits. */
  cost?: number
  left?: number
  budget?: number
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'No user is signed in',
  402: 'The budget does not suffice',
  403: 'Not allowed',
  404: 'There is nothing here',
  405: 'The method is not offered here',
  413: 'The body is too large',
  415: 'The media type is not supported',
  429: 'Too many requests',
  503: 'The service is unavailable',
  502: 'The service could not be reached',
}

/** An answer that is not the service's: `application/problem+json`, as the service has it. */
export function problem(status: number, detail: string, members: ProblemMembers = {}, headers = {}): Response {
  const title = titles[status] ?? 'The request failed'
  const body = { type: `urn:model-tasks:proxy:${status}`, title, status, detail, ...members }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  })
}
