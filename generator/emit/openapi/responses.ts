import type { JsonSchema } from '../../catalogue.js'

interface ProblemFacts {
  name: string
  /** The end of the problem's `type`. */
  kind: string
  description: string
  title: string
  detail: string
  retryAfter?: true
  findings?: JsonSchema[]
}

const caseFinding: JsonSchema = {
  rule: 'enum',
  severity: 'error',
  path: '/resolution',
  parameter: 'resolution',
  message: 'resolution: "720P" is not offered by sd_2.0_discount; use 480p, 720p or 1080p (did you mean "720p"?)',
  received: '720P',
  allowed: ['480p', '720p', '1080p'],
  suggestion: '720p',
  source: 'sd_2.0_discount, resolution',
}

/** What our service answers when a request fails. The interface shows none of it: every answer is an extension. */
const problems: Record<string, ProblemFacts> = {
  400: {
    name: 'InvalidRequest',
    kind: 'invalid-request',
    title: 'The request is invalid',
    detail: 'resolution: "720P" is not offered by sd_2.0_discount; use 480p, 720p or 1080p (did you mean "720p"?)',
    description: 'The body is not a valid request: findings say what is wrong.',
    findings: [caseFinding],
  },
  401: {
    name: 'Unauthenticated',
    kind: 'key-refused',
    title: 'The API key is not valid',
    detail: 'Send the header Authorization: Bearer <API_KEY>.',
    description: 'No key, or a wrong one.',
  },
  402: {
    name: 'OutOfCredits',
    kind: 'credits-missing',
    title: 'The account has not enough credits',
    detail: 'The account has too few credits for this task.',
    description: 'The account has too few credits, or a budget for the day or month is used up (budget-exceeded).',
  },
  403: {
    name: 'Forbidden',
    kind: 'model-unavailable',
    title: 'The model is not available to this account',
    detail: 'zeta-H3_933_1080p is visible but not available to this account.',
    description: 'The model is not available to this account; reason says why.',
  },
  404: {
    name: 'NotFound',
    kind: 'task-unknown',
    title: 'There is no such task',
    detail: 'No task of this account has this id.',
    description: 'Unknown, or of another account.',
  },
  409: {
    name: 'Conflict',
    kind: 'idempotency-conflict',
    title: 'The idempotency key belongs to another request',
    detail: 'This Idempotency-Key was used with another body.',
    description: 'The request conflicts with an earlier one, or with what the account holds already.',
  },
  413: {
    name: 'TooLarge',
    kind: 'body-too-large',
    title: 'The body is too large',
    detail: 'Send a smaller body.',
    description: 'The body is larger than the service takes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    kind: 'media-type-unsupported',
    title: 'The media type is not supported',
    detail: 'Send Content-Type: application/json.',
    description: 'The body is of a type the service does not read.',
  },
  429: {
    name: 'RateLimited',
    kind: 'too-many-requests',
    title: 'Too many requests',
    detail: 'Wait as long as Retry-After says.',
    description: 'Too many requests; Retry-After says when to come back.',
    retryAfter: true,
  },
  500: {
    name: 'InternalError',
    kind: 'internal',
    title: 'The service failed',
    detail: 'The task may exist: ask for it by its id, or submit again with the same Idempotency-Key.',
    description: 'The service failed. After a submit the task may exist: do not submit again blindly.',
  },
  503: {
    name: 'Unavailable',
    kind: 'draining',
    title: 'The service is stopping',
    detail: 'The service is stopping; wait as long as Retry-After says.',
    description: 'The service is starting or stopping; Retry-After says when to come back.',
    retryAfter: true,
  },
}

/** The component responses of every failure, by name. */
export function problemResponses(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(problems).map(([status, facts]) => [facts.name, problemResponse(Number(status), facts)]),
  )
}

/** References to the failures an operation can answer with, by status code. */
export function problemReferences(statuses: readonly number[]): JsonSchema {
  const references: JsonSchema = {}
  for (const status of statuses) {
    const facts = problems[status]
    if (facts) references[String(status)] = { $ref: `#/components/responses/${facts.name}` }
  }
  return references
}

function problemResponse(status: number, facts: ProblemFacts): JsonSchema {
  const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
  return {
    description: facts.description,
    ...(facts.retryAfter ? { headers: retryAfter } : {}),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: {
          type: `urn:model-tasks:problem:${facts.kind}`,
          title: facts.title,
          status,
          detail: facts.detail,
          ...(facts.findings ? { findings: facts.findings } : {}),
        },
      },
    },
    'x-extension': 'problems',
  }
}
