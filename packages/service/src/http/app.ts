import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { HttpContext } from './context.js'
import { answerErrors, answerMalformed, unreadableAddress } from './errors.js'
import { CallerCache, requireKey } from './hooks/authentication.js'
import { allowOtherOrigins } from './hooks/cross-origin.js'
import { drainEarlyAnswers } from './hooks/early-answers.js'
import { closeConnectionsWhenLeaving, rejectWhileDraining } from './hooks/draining.js'
import { observeRequests } from './hooks/observe.js'
import { limitRate } from './hooks/rate-limit.js'
import { bodyLimits, bodyReader, readJsonBodies } from './body.js'
import { refuseOtherMethods } from './method-not-allowed.js'
import { assetRoutes } from './routes/assets.js'
import { cancelRoute } from './routes/cancel.js'
import { capabilitiesRoute } from './routes/capabilities.js'
import { directoryRoute } from './routes/directory.js'
import { healthRoutes } from './routes/health.js'
import { listRoute } from './routes/list.js'
import { modelsRoute } from './routes/models.js'
import { queryRoute } from './routes/query.js'
import { quoteRoute } from './routes/quote.js'
import { resultsRoute } from './routes/results.js'
import { notFoundPage, siteRoutes } from './routes/site.js'
import { submitRoute } from './routes/submit.js'
import { sendProblem } from './problem.js'
import { adminRoutes } from '../operator/admin-routes.js'
import { consoleRoutes } from '../operator/console-routes.js'
import { requestId } from './request-id.js'
import { metricsRoute } from './routes/metrics.js'
import { nativeRoutes } from '../native/routes.js'

/** The path of the API below the service's address; `/api` is the base URL's own segment. */
const apiPrefix = '/api/v2/model-center'

/**
 * How long a client may take, in milliseconds: for the headers, and for a request with its body, which may be a large
 * asset. Connections beyond the limit are closed as they arrive.
 */
const timeouts = { headers: 15_000, request: 300_000, checkEvery: 5000 }
const maxConnections = 5000

/** No route declares a schema: requests are checked by the catalogue's validators. Left out, Fastify loads ajv for it. */
const noSchemas = {
  compilersFactory: { buildValidator: unusedCompiler, buildSerializer: unusedCompiler },
}

function unusedCompiler(): never {
  throw new Error('a route declares a schema, which nothing here compiles')
}

/** The HTTP API: every route, with what guards it, over the parts in the context. */
export async function buildApp(context: HttpContext): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    return503OnClosing: false,
    requestTimeout: timeouts.request,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.checkEvery },
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, _request, reply) => {
      void sendProblem(reply, unreadableAddress(error))
    },
    routerOptions: { maxParamLength: 500 },
    schemaController: noSchemas,
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => requestId(request.headers['x-request-id']),
  })
  app.server.maxConnections = maxConnections
  app.decorateRequest('caller', null)
  observeRequests(app, context)
  answerErrors(app, context.log, notFoundPage(context.siteDirectory))
  closeConnectionsWhenLeaving(app, context.stage)
  allowOtherOrigins(app)
  drainEarlyAnswers(app, context.clock)
  const readBody = bodyReader(context.clock, bodyLimits)
  const callers = new CallerCache(context.keys, context.clock)
  readJsonBodies(app, readBody)
  const refuseOthers = refuseOtherMethods(app)
  healthRoutes(app, context)
  metricsRoute(app, context)
  resultsRoute(app, context)
  await app.register((api) => apiRoutes(api, context, callers), { prefix: apiPrefix })
  refuseOthers()
  await app.register((admin) => adminRoutes(admin, context.operator), { prefix: '/admin' })
  await app.register((console) => consoleRoutes(console, context.operator), { prefix: '/console' })
  await app.register((native) => nativeRoutes(native, app, { ...context, readBody, callers }), { prefix: '/native' })
  await app.register((site) => siteRoutes(site, context.siteDirectory))
  return app
}

async function apiRoutes(api: FastifyInstance, context: HttpContext, callers: CallerCache): Promise<void> {
  capabilitiesRoute(api, context)
  await api.register(async (keyed) => {
    rejectWhileDraining(keyed, context.stage)
    requireKey(keyed, callers, context.clock)
    limitRate(keyed, context.rateLimit, context.clock)
    submitRoute(keyed, context)
    quoteRoute(keyed, context)
    listRoute(keyed, context)
    queryRoute(keyed, context)
    cancelRoute(keyed, context)
    modelsRoute(keyed, context)
    directoryRoute(keyed, context)
    if (context.assets !== undefined) assetRoutes(keyed, context.assets, context)
  })
}
