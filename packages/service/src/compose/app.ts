import { createServer, maxHeaderSize, type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { HttpContext } from '../edge/http/context.js'
import type { OperatorParts } from '../edge/operator/parts.js'
import { answerErrors, unreadableAddress } from '../edge/http/errors.js'
import { CallerCache } from '../admit/callers.js'
import { holdBody, noteExpectation, refuseOtherExpectations } from '../edge/http/expected-body.js'
import { FastPath } from '../edge/http/fast-path.js'
import { requireKey } from '../edge/http/hooks/authentication.js'
import { allowOtherOrigins } from '../edge/http/hooks/cross-origin.js'
import { drainEarlyAnswers } from '../edge/http/hooks/early-answers.js'
import { closeConnectionsWhenLeaving, rejectWhileDraining } from '../edge/http/hooks/draining.js'
import { observeRequests } from '../edge/http/hooks/observe.js'
import { RateLimiter } from '../admit/rate-limiter.js'
import { submitOf } from '../admit/submit.js'
import { limitRate } from '../edge/http/hooks/rate-limit.js'
import { requireUnambiguous } from '../edge/http/hooks/unambiguous.js'
import { bodyLimits, bodyReader, readJsonBodies } from '../edge/http/body.js'
import { MalformedRequests } from '../edge/http/malformed.js'
import { refuseOtherMethods } from '../edge/http/method-not-allowed.js'
import { assetRoutes } from '../edge/http/routes/assets.js'
import { cancelRoute } from '../edge/http/routes/cancel.js'
import { accountRoute } from '../edge/http/routes/account.js'
import { capabilitiesRoute } from '../edge/http/routes/capabilities.js'
import { eventsRoute } from '../edge/http/routes/events.js'
import { directoryRoute } from '../edge/http/routes/directory.js'
import { healthRoutes } from '../edge/http/routes/health.js'
import { listRoute } from '../edge/http/routes/list.js'
import { modelsRoute } from '../edge/http/routes/models.js'
import { queryOf, queryRoute, type Query } from '../edge/http/routes/query.js'
import { quoteRoute } from '../edge/http/routes/quote.js'
import { resultsRoute } from '../edge/http/routes/results.js'
import { notFoundPage, siteRoutes } from '../edge/http/routes/site.js'
import { answerSubmits, submitRoute, type AnswerSubmit } from '../edge/http/routes/submit.js'
import { uploadsRoute } from '../edge/http/routes/uploads.js'
import { valueListsRoute } from '../edge/http/routes/value-lists.js'
import { upstreamWebhooksRoute } from '../edge/http/routes/upstream-webhooks.js'
import { sendProblem } from '../edge/http/problem-answer.js'
import { adminRoutes } from '../edge/operator/admin-routes.js'
import { consoleRoutes } from '../edge/operator/console-routes.js'
import { requestId } from '../edge/http/request-id.js'
import { metricsRoute } from '../edge/http/routes/metrics.js'
import { Protocols } from '../settings/protocols.js'
import { nativeRoutes } from '../edge/native/routes.js'

/** The path of the API below the service's address; `/api` is the base URL's own segment. */
const apiPrefix = '/api/v2/model-center'

/**
 * How long a client may take, in milliseconds: for the headers, and for a request with its body, which may be a large
 * asset; and how long a connection is kept for its next request. Connections beyond the limit are closed as they arrive.
 */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 72_000,
}
/** More than the callers that may wait at a time. */
const maxConnections = 12_000

/**
 * Begins with a request once the one before it on its connection is answered, and not at all when that answer has closed the
 * connection: no caller would learn of a task that was accepted then (RFC 9112, section 9.6).
 */
function inTurn(before: ServerResponse | undefined, { socket }: IncomingMessage, begin: () => void): void {
  const next = (): void => {
    if (socket.writable) begin()
  }
  if (before === undefined) next()
  else before.once('close', next)
}

/** No route declares a schema: requests are checked by the catalogue's validators. Left out, Fastify loads ajv for it. */
const noSchemas = {
  compilersFactory: { buildValidator: unusedCompiler, buildSerializer: unusedCompiler },
}

function unusedCompiler(): never {
  throw new Error('a route declares a schema, which nothing here compiles')
}

/** Everything that answers over HTTP, made elsewhere. */
export interface AppContext extends HttpContext {
  /** What `/admin` and `/console` need; undefined where no key is configured for them. */
  operator: Omit<OperatorParts, 'callers'> | undefined
}

/** The HTTP API: every route, with what guards it, over the parts in the context. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const readBody = bodyReader(context.clock, bodyLimits)
  const callers = new CallerCache(context.keys, context.clock)
  const limiter = new RateLimiter(context.rateLimit, context.clock)
  const [query, submit] = [queryOf(context), answerSubmits(submitOf(context), context)]
  const fast = new FastPath(apiPrefix, { ...context, callers, limiter, readBody, query, submit })
  const malformed = new MalformedRequests(context)
  const app = Fastify({
    logger: false,
    return503OnClosing: false,
    serverFactory: (framework) => {
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        inTurn(malformed.note(request, response), request, () => {
          if (!context.fastPath || !fast.take(request, response)) framework(request, response)
        })
      }
      return createServer({ ...timeouts, requireHostHeader: false }, answer)
        .on('checkContinue', (request, response) => {
          holdBody(request, response)
          answer(request, response)
        })
        .on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
          noteExpectation(request)
          inTurn(malformed.note(request, response), request, () => {
            framework(request, response)
          })
        })
        .on('connect', ({ socket }) => {
          malformed.refuseTunnel(socket)
        })
    },
    clientErrorHandler: (error, socket) => {
      malformed.answer(error, socket)
    },
    frameworkErrors: (error, { id }, reply) => {
      void sendProblem(reply.header('x-request-id', id), unreadableAddress(error))
    },
    // What is not an ID is for its route to say, however long it is; Node bounds the whole of an address.
    routerOptions: { maxParamLength: maxHeaderSize },
    schemaController: noSchemas,
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => requestId(request.headers['x-request-id']),
  })
  app.server.maxConnections = maxConnections
  // Their size is bounded. Node would leave out those beyond the first thousand, such as an Idempotency-Key.
  app.server.maxHeadersCount = 0
  app.decorateRequest('caller', null)
  observeRequests(app, context)
  answerErrors(app, context.log, notFoundPage(context.siteDirectory))
  requireUnambiguous(app)
  refuseOtherExpectations(app)
  closeConnectionsWhenLeaving(app, context.stage)
  allowOtherOrigins(app)
  drainEarlyAnswers(app, context.clock)
  readJsonBodies(app, readBody)
  const refuseOthers = refuseOtherMethods(app)
  healthRoutes(app, context)
  metricsRoute(app, context)
  resultsRoute(app, context)
  uploadsRoute(app, context)
  await app.register((api) => apiRoutes(api, context, { callers, limiter, query, submit }), { prefix: apiPrefix })
  await app.register((hooks) => upstreamWebhooksRoute(hooks, context.upstreamWebhooks, readBody))
  refuseOthers()
  const operator = context.operator && { ...context.operator, callers }
  await app.register((admin) => adminRoutes(admin, operator), { prefix: '/admin' })
  await app.register((console) => consoleRoutes(console, operator, readBody), { prefix: '/console' })
  await app.register((native) =>
    nativeRoutes(native, app, { protocols: new Protocols(), ...context, readBody, callers }),
  )
  await app.register((site) => siteRoutes(site, context.siteDirectory))
  return app
}

async function apiRoutes(
  api: FastifyInstance,
  context: HttpContext,
  {
    callers,
    limiter,
    query,
    submit,
  }: { callers: CallerCache; limiter: RateLimiter; query: Query; submit: AnswerSubmit },
): Promise<void> {
  capabilitiesRoute(api, context, callers)
  await api.register(async (keyed) => {
    rejectWhileDraining(keyed, context.stage)
    requireKey(keyed, callers, context.clock)
    limitRate(keyed, limiter)
    submitRoute(keyed, submit)
    quoteRoute(keyed, context)
    accountRoute(keyed, context)
    listRoute(keyed, context)
    queryRoute(keyed, query, context)
    cancelRoute(keyed, context)
    eventsRoute(keyed, context, callers)
    modelsRoute(keyed, context)
    valueListsRoute(keyed, context)
    directoryRoute(keyed, context)
    if (context.assets !== undefined) assetRoutes(keyed, context.assets, context.uploads)
  })
}
