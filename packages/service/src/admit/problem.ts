import type { Finding } from '@model-tasks/validation'
import { shortened } from '../base/shortened.js'

/** Each kind of problem, with its status and its title. */
export const problemKinds = {
  'bad-request': { status: 400, title: 'The request cannot be read' },
  'invalid-request': { status: 400, title: 'The request is invalid' },
  'key-missing': { status: 401, title: 'No API key was sent' },
  'key-refused': { status: 401, title: 'The API key is not valid' },
  'webhook-refused': { status: 401, title: 'The webhook is not one of the upstream' },
  'credits-missing': { status: 402, title: 'The account has not enough credits' },
  'budget-exceeded': { status: 402, title: 'The budget is used up' },
  'model-unavailable': { status: 403, title: 'The model is not available to this account' },
  'account-disabled': { status: 403, title: 'The account is disabled' },
  'scope-missing': { status: 403, title: 'The API key may not be used for this' },
  'signature-refused': { status: 403, title: 'The URL is not one this service gave out' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'request-timeout': { status: 408, title: 'The request took too long' },
  'task-unknown': { status: 404, title: 'The task is unknown' },
  'asset-unknown': { status: 404, title: 'The asset is unknown' },
  'method-not-allowed': { status: 405, title: 'The method is not offered here' },
  'event-unknown': { status: 409, title: 'The event is not one of this account' },
  'idempotency-conflict': { status: 409, title: 'The idempotency key belongs to another request' },
  'assets-full': { status: 409, title: 'The asset library of the account is full' },
  'task-ended': { status: 409, title: 'The task has ended' },
  'result-expired': { status: 410, title: 'The result URL has expired' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'media-type-unsupported': { status: 415, title: 'The media type is not supported' },
  'range-unsatisfiable': { status: 416, title: 'The range is outside the file' },
  'expectation-failed': { status: 417, title: 'The expectation is not met' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'quota-exceeded': { status: 429, title: 'The quota of the API key is used up' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'The service failed' },
  overloaded: { status: 503, title: 'The service is overloaded' },
  unavailable: { status: 503, title: 'The service is unavailable' },
  draining: { status: 503, title: 'The service is stopping' },
} as const

/** What was sent is repeated up to this many characters. */
const longestRepeated = 200

/** What was sent, as a problem repeats it. */
export function formatShortened(sent: string): string {
  return shortened(sent, longestRepeated)
}

export type ProblemKind = keyof typeof problemKinds

/** What a problem may carry besides its text. */
export interface ProblemDetails {
  findings?: readonly Finding[]
  reason?: string
  /** Sent as response headers, in lower case. */
  headers?: Readonly<Record<string, string>>
}

/** A request that is not accepted, or failed: thrown wherever that is found out, answered over HTTP as RFC 9457 problem+json. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number

  constructor(
    readonly kind: ProblemKind,
    readonly detail: string,
    readonly extra: ProblemDetails = {},
  ) {
    super(detail)
    this.status = problemKinds[kind].status
  }

  /** The response body, for the request of that ID. */
  body(requestId?: string): string {
    const { title, status } = problemKinds[this.kind]
    const { findings, reason } = this.extra
    return JSON.stringify({
      type: `urn:model-tasks:problem:${this.kind}`,
      title,
      status,
      detail: this.detail,
      reason,
      findings,
      request_id: requestId,
    })
  }
}
