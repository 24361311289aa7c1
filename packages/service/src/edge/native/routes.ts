import type { Readable } from 'node:stream'
import { signs, type Mapping } from '@model-tasks/documents/upstreams/interpreter'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { needsFolder } from '../../run/provider/mapped/bucket-objects.js'
import type { NativeApi, NativeParts, NativeRequest } from './api.js'
import { Attempts, type AttemptParts } from './attempts.js'
import { openOwnApi } from './own-api.js'
import { deliveryOf, mayRepeat, shouldRetry } from './repeats.js'

/** With base64 media. In bytes. */
const largestBody = 16 * 1024 * 1024

/** OpenAI's API is also where its clients look for it when they are given the address of a server. */
const atRoot = { protocol: 'openai-videos', prefix: '/v1' }

/** What the routes need of the service. */
export type NativeContext = Omit<NativeParts, 'attempts'> & AttemptParts

/**
 * The APIs of upstream protocols, one below `/native/<protocol>`, and OpenAI's also below `/v1`: a vendor's client whose
 * base URL is set to that path makes tasks of this service. Every request becomes one of the service's own API, with its keys, credits and checks.
 * A protocol whose clients sign their requests, or get results in a bucket of theirs, has none.
 */
export async function nativeRoutes(app: FastifyInstance, own: FastifyInstance, context: NativeContext): Promise<void> {
  // One for all protocols: a reload may open an API anew while requests are under way.
  const parts: NativeParts = { ...context, attempts: new Attempts(context) }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: Readable) =>
    parts.readBody(payload, headers, routeOptions.bodyLimit),
  )
  const ownApi = openOwnApi(own)
  const apis = new Map<string, { mapping: Mapping; api: NativeApi }>()
  const apiFor = async ({ params }: NativeRequest): Promise<NativeApi | undefined> => {
    const protocol = parts.protocols.names.find((one) => one === (params.protocol ?? atRoot.protocol))
    if (protocol === undefined) return undefined
    const prefix = params.protocol === undefined ? atRoot.prefix : `/native/${protocol}`
    // Loaded with the first request: a start does not need it. After a reload it may be another.
    const mapping = await parts.protocols.load(protocol)
    const known = apis.get(prefix)
    if (mapping === undefined || known?.mapping === mapping) return known?.api
    if (needsFolder(mapping) || signs(mapping.authentication.token)) return undefined
    const { openNativeApi } = await import('./api.js')
    const api = openNativeApi(mapping, prefix, ownApi, parts)
    apis.set(prefix, { mapping, api })
    return api
  }
  for (const url of ['/native/:protocol/*', `${atRoot.prefix}/*`])
    app.route<{ Params: NativeRequest['params'] }>({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url,
      bodyLimit: largestBody,
      // Before the body is read: requests without a key must not fill memory.
      onRequest: async (request, reply) => {
        const api = await apiFor(request)
        if (api === undefined) return reply.callNotFound()
        const refusal = await api.refusalOf(request)
        if (refusal === undefined) return undefined
        return reply.code(refusal.status).type('application/json').send(JSON.stringify(refusal.body))
      },
      handler: async (request, reply) => {
        const api = await apiFor(request)
        if (api === undefined) return reply.callNotFound()
        // Of a request that fails from here on it may be unknown what it did.
        if (request.method !== 'GET') reply.header(shouldRetry, 'false')
        const answer = await api.handle(request, deliveryOf(reply.raw))
        if (mayRepeat(request.method, answer)) reply.removeHeader(shouldRetry)
        else reply.header(shouldRetry, 'false')
        if (answer.redirect !== undefined) return reply.redirect(answer.redirect, answer.status)
        if (answer.file !== undefined)
          return reply.code(answer.status).type(answer.file.contentType).send(answer.file.bytes)
        return reply
          .code(answer.status)
          .headers({ ...answer.headers })
          .type('application/json')
          .send(JSON.stringify(answer.body ?? {}))
      },
    })
}
