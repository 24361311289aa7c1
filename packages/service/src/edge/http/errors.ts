import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../base/log.js'
import { isOutage } from '../../base/outage.js'
import { tooLarge } from './body.js'
import { formatShortened, Problem, type ProblemKind } from '../../admit/problem.js'
import { sendProblem } from './problem-answer.js'
import { pageHeaders } from './routes/site.js'

const kindsByStatus: Readonly<Record<number, ProblemKind>> = {
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  415: 'media-type-unsupported',
}

/**
 * Turns any failure in the HTTP API into one problem; only internal errors become a 500, and outages a 503; only those are logged.
 * A browser that asks for a page that is not there gets the site's own page for that, when it has one.
 */
export function answerErrors(app: FastifyInstance, log: Log, notFoundPage: Buffer | undefined): void {
  app.setErrorHandler((error, { id, method, routeOptions: { url: route, bodyLimit } }, reply) =>
    sendProblem(reply, problemOf(error, { id, method, route, bodyLimit }, log)),
  )
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    notFoundPage !== undefined && wantsPage(request)
      ? reply.code(404).headers(pageHeaders).type('text/html; charset=utf-8').send(notFoundPage)
      : sendProblem(reply, notFound(request))
  // Decided before a body is read: requests for what is not there must not fill memory.
  app.addHook('onRequest', (request, reply, done) => {
    // The router would take `*`, the one target besides paths and addresses that Node lets through, for `/`.
    if (request.is404 || request.url.startsWith('*')) answerNotFound(request, reply)
    else done()
  })
  // Where a route finds out itself that there is nothing, such as a file of the site.
  app.setNotFoundHandler(answerNotFound)
}

function wantsPage(request: FastifyRequest): boolean {
  return !pathOf(request.url).startsWith('/api/v2/') && request.headers.accept?.includes('text/html') === true
}

function notFound(request: FastifyRequest): Problem {
  return new Problem(
    'not-found',
    `${request.method} ${formatShortened(pathOf(request.url))} is not an address of this service; the API is below /api/v2/model-center`,
  )
}

/** A request that something went wrong with. */
export interface FailedRequest {
  id: string
  method: string
  /** The pattern of its route. */
  route: string | undefined
  bodyLimit: number
}

/** The problem that a request is answered with. Notes in the log what was not the caller's doing. */
export function problemOf(error: unknown, { id, method, route, bodyLimit }: FailedRequest, log: Log): Problem {
  if (error instanceof Problem) return error
  const problem = problemBehind(error, bodyLimit)
  if (problem.status >= 500) log.error('a request failed', { requestId: id, method, route, error })
  return problem
}

function problemBehind(error: unknown, bodyLimit: number): Problem {
  if (isOutage(error))
    return new Problem(
      'unavailable',
      'the service cannot use its database or file store at the moment; try again in 5 s, a submit with the same Idempotency-Key',
      { headers: { 'retry-after': '5' } },
    )
  const status = statusOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (status === 415)
    return new Problem('media-type-unsupported', 'send the body with the header Content-Type: application/json')
  if (status === 413) return tooLarge(bodyLimit)
  if (status >= 400 && status < 500) return new Problem(kindsByStatus[status] ?? 'bad-request', message)
  return new Problem('internal', 'something went wrong in the service; the request may or may not have taken effect')
}

/** What the framework cannot even find a route for. */
export function unreadableAddress({ code }: { code: string }): Problem {
  return new Problem(
    'bad-request',
    code === 'FST_ERR_BAD_URL'
      ? 'the address cannot be read: each % must begin the code of a byte, and the bytes must be UTF-8; encode a percent sign as %25'
      : 'the address cannot be read',
  )
}

function statusOf(error: unknown): number {
  if (typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode
  return 500
}

/** The path without its query, which may hold a signature. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url
}
