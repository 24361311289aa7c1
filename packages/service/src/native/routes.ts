import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderError, type Mapping } from '@model-tasks/spec/upstreams/interpreter'
import { loaders, protocols, type Protocol } from '@model-tasks/spec/upstreams'
import { keyOf, readBody } from '../protocol/read-request.js'
import { createProtocolServer, type ProtocolAnswer, type ProtocolRequest } from '../protocol/server.js'
import { serviceBackend, type CallOwnApi } from './service-backend.js'

/** With base64 media. In bytes. */
const largestBody = 16 * 1024 * 1024

/** What the native APIs need of the service. */
export interface NativeParts {
  /** Where the service is reached from outside; undefined: by the Host of each request. */
  publicUrl: string | undefined
  clock: { delay(milliseconds: number): Promise<void>; now(): number }
}

/**
 * The APIs of upstream protocols, one below `/native/<protocol>`: a vendor's client whose base URL is set to that path
 * makes tasks of this service. Every request becomes one of the service's own API, with its keys, credits and checks.
 */
export async function nativeRoutes(app: FastifyInstance, own: FastifyInstance, parts: NativeParts): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_request, body, done) => {
    done(null, body)
  })
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
  app.route<{ Params: { protocol: string; '*': string } }>({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/:protocol/*',
    bodyLimit: largestBody,
    handler: async (request, reply) => {
      const protocol = protocols.find((one) => one === request.params.protocol)
      if (protocol === undefined) return reply.callNotFound()
      const made = servers.get(protocol) ?? serverOf(protocol, call, parts)
      servers.set(protocol, made)
      const { mapping, handle } = await made
      const answer = await handleRequest(mapping, handle, request, protocol, parts)
      if (answer.redirect !== undefined) return reply.redirect(answer.redirect, answer.status)
      return reply
        .code(answer.status)
        .headers({ ...answer.headers })
        .type('application/json')
        .send(JSON.stringify(answer.body ?? {}))
    },
  })
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
  mapping: Mapping,
  handle: NativeServer['handle'],
  request: FastifyRequest<{ Params: { '*': string } }>,
  protocol: Protocol,
  { publicUrl }: NativeParts,
): Promise<ProtocolAnswer> {
  const origin = publicUrl ?? `${request.protocol}://${request.host}`
  const [path = '', query = ''] = request.url.split(/\?(.*)/s)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
  const prefix = `/native/${protocol}`
  try {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    headers['x-request-id'] = request.id
    return await handle({
      method: request.method,
      path: path.slice(path.indexOf(prefix) + prefix.length),
      baseUrl: `${origin}${prefix}`,
      key: keyOf(mapping, headers, new URLSearchParams(query)),
      body: await readBody(bytes, headers['content-type'] ?? ''),
      headers,
    })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { status: 400, body: renderError(mapping, `the body cannot be read: ${error.message}`, 'invalid_request') }
  }
}
