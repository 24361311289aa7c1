import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../../base/json.js'

/** The service's own API, as native APIs use it. */
export interface OwnApi {
  /** One request below the prefix of the API. */
  call(request: {
    method: 'GET' | 'POST'
    path: string
    key: string | undefined
    headers?: Record<string, string>
    body?: JsonObject
  }): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: string }>
  /** The file at a result URL of this service; undefined when it is larger than `limit` bytes. Rejects when there is none. */
  readResult(url: string, limit: number): Promise<Buffer | undefined>
}

/** Calls the routes of a server without a connection. */
export function openOwnApi(own: Pick<FastifyInstance, 'inject'>): OwnApi {
  return {
    async call({ method, path, key, headers, body }) {
      const response = await own.inject({
        method,
        url: `/api/v2/model-center${path}`,
        headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: response.statusCode, headers: response.headers, body: response.body }
    },
    async readResult(url, limit) {
      const path = url.slice(url.lastIndexOf('/results/'))
      const { headers } = await own.inject({ method: 'HEAD', url: path })
      if (Number(headers['content-length'] ?? 0) > limit) return undefined
      const { statusCode, rawPayload } = await own.inject({ method: 'GET', url: path })
      if (statusCode !== 200)
        throw new Error(`GET ${path.replace(/\?.*/s, '')} of this service answered HTTP ${statusCode}`)
      return rawPayload
    },
  }
}
