import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderError, type Mapping } from '@model-tasks/spec/upstreams/interpreter'
import { loaders, protocols, type Protocol } from '@model-tasks/spec/upstreams'
import { hashApiKey } from '../accounts/api-key.js'
import type { ReadBody } from '../http/body.js'
import type { CallerCache } from '../http/callers.js'
import { originOf } from '../http/origin.js'
import { Problem } from '../http/problem.js'
import { keyOf, plainHeaders, readBody } from '../protocol/read-request.js'
import { createProtocolServer, type ProtocolAnswer, type ProtocolRequest } from '../protocol/server.js'
import { serviceBackend, type CallOwnApi } from './service-backend.js'

/** With base64 media. In bytes. */
const largestBody = 16 * 1024 * 1024

/** What the native APIs need of the service. */
export interface NativeParts {
  /** Where the service is reached from outside; undefined: by the Host of each request. */
  publicUrl: string | undefined
  clock: { delay(milliseconds: number): Promise<void>; now(): number }
  readBody: ReadBody
  callers: Pick<CallerCache, 'known' | 'find'>
}

/**
 * The APIs of upstream protocols, one below `/native/<protocol>`: a vendor's client whose base URL is set to that path
 * makes tasks of this service. Every request becomes one of the service's own API, with its keys, credits and checks.
 */
export async function nativeRoutes(app: FastifyInstance, own: FastifyInstance, parts: NativeParts): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: Readable) =>
    parts.readBody(payload, headers, routeOptions.bodyLimit),
  )
  const call: CallOwnApi = async ({ method, path, key, headers, body }) => {
    const response = await own.inject({
      method,
      url: `/api/v2/model-center${path}`,
      headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: response.statusCode, headers: response.headers, body: response.body }
  }
  const servers = new Map<Protocol, Promise<NativeServer>>()
  const serverFor = (request: NativeRequest): Promise<NativeServer> | undefined => {
    const protocol = protocols.find((one) => one === request.params.protocol)
    if (protocol === undefined) return undefined
    const made = servers.get(protocol) ?? serverOf(protocol, call, parts)
    servers.set(protocol, made)
    return made
  }
  app.route<{ Params: NativeRequest['params'] }>({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/:protocol/*',
    bodyLimit: largestBody,
    // Before the body is read: nobody may fill memory without a key.
    onRequest: async (request, reply) => {
      const server = await serverFor(request)
      if (server === undefined) return reply.callNotFound()
      const problem = await refusalOf(request, server.mapping, parts.callers)
      if (problem === undefined) return undefined
      const { status, detail } = problem
      return reply
        .code(status)
        .type('application/json')
        .send(JSON.stringify(renderError(server.mapping, detail, `http_${status}`)))
    },
    handler: async (request, reply) => {
      const server = await serverFor(request)
      if (server === undefined) return reply.callNotFound()
      const answer = await handleRequest(server, request, parts)
      if (answer.redirect !== undefined) return reply.redirect(answer.redirect, answer.status)
      return reply
        .code(answer.status)
        .headers({ ...answer.headers })
        .type('application/json')
        .send(JSON.stringify(answer.body ?? {}))
    },
  })
}

type NativeRequest = FastifyRequest<{ Params: { protocol: string; '*': string } }>

/** Why a request is not from a caller of this service; undefined when it is. */
async function refusalOf(
  request: NativeRequest,
  mapping: Mapping,
  callers: NativeParts['callers'],
): Promise<Problem | undefined> {
  const key = keyOf(mapping, plainHeaders(request.headers), queryOf(request))
  if (key === undefined) return new Problem('key-missing', 'send your key as the clients of this protocol send it')
  const hash = hashApiKey(key)
  try {
    if (callers.known(hash) === null) await callers.find(hash)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function queryOf({ url }: NativeRequest): URLSearchParams {
  return new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '')
}

interface NativeServer {
  mapping: Mapping
  handle: (request: ProtocolRequest) => Promise<ProtocolAnswer>
}

async function serverOf(protocol: Protocol, call: CallOwnApi, parts: NativeParts): Promise<NativeServer> {
  const { mapping } = await loaders[protocol]()
  return { mapping, handle: createProtocolServer(mapping, serviceBackend(mapping, call, parts.clock)) }
}

async function handleRequest(
  { mapping, handle }: NativeServer,
  request: NativeRequest,
  { publicUrl }: NativeParts,
): Promise<ProtocolAnswer> {
  const origin = originOf(request, publicUrl)
  const headers = { ...plainHeaders(request.headers), 'x-request-id': request.id }
  const prefix = `/native/${mapping.protocol}`
  try {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const path = request.url.split('?', 1)[0] ?? ''
    return await handle({
      method: request.method,
      path: path.slice(path.indexOf(prefix) + prefix.length),
      query: queryOf(request),
      baseUrl: `${origin}${prefix}`,
      key: keyOf(mapping, headers, queryOf(request)),
      body: await readBody(bytes, request.headers['content-type'] ?? ''),
      headers,
    })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { status: 400, body: renderError(mapping, `the body cannot be read: ${error.message}`, 'invalid_request') }
  }
}
