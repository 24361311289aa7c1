import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isAssetId } from '../../../keep/store/asset-store.js'
import type { Asset, AssetPlace, AssetStore } from '../../../keep/store/asset-store.js'
import { pageOf } from '../../../keep/store/page.js'
import { largestAsset, type AssetUploads } from '../../../admit/asset-uploads.js'
import { askForBody } from '../expected-body.js'
import { callerOf } from '../hooks/authentication.js'
import { listResource, pageQuery, type Query } from '../page-query.js'
import { Problem } from '../../../admit/problem.js'

/** POST /assets, GET /assets, GET /assets/{id} and DELETE /assets/{id}, an extension: files that requests name as `assetId://{id}` (interface: Asset library). */
export function assetRoutes(app: FastifyInstance, assets: AssetStore, uploads: AssetUploads): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => {
      done(null, payload)
    })
    scope.post<{ Body: Readable | undefined }>('/assets', { bodyLimit: largestAsset }, async (request) => {
      const { headers, body, id: requestId } = request
      const contentType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
      if ((headers['content-encoding'] ?? 'identity') !== 'identity' || 'content-range' in headers)
        throw new Problem(
          'media-type-unsupported',
          'send the whole file as it is, without Content-Encoding and Content-Range',
        )
      const declared = Number(headers['content-length'] ?? 0)
      const open = (): Readable => {
        if (body === undefined) return Readable.from([])
        askForBody(body)
        return body
      }
      const file = { contentType, declared, open, requestId }
      return assetResource(await uploads.store(callerOf(request).account.id, file))
    })
  })
  app.get<{ Querystring: Query }>('/assets', async (request) => {
    const { limit, after } = pageQuery(request.query)
    const query = { limit: limit + 1, after: after === undefined ? undefined : placeOf(after) }
    const { entries, next } = pageOf(await assets.listAssets(callerOf(request).account.id, query), limit)
    const last = next === undefined ? undefined : entries.at(-1)
    return listResource({ entries, ...(last && { next: `${last.id}-${last.created}` }) }, assetResource)
  })
  app.delete<{ Params: { id: string } }>('/assets/:id', async (request, reply) => {
    const { id } = request.params
    const removed = isAssetId(id) && (await uploads.remove(callerOf(request).account.id, id, request.id))
    if (!removed) throw unknownAsset()
    return reply.code(204).send()
  })
  app.get<{ Params: { id: string } }>('/assets/:id', async (request) => {
    const { id } = request.params
    const asset = isAssetId(id) ? await assets.findAsset(callerOf(request).account.id, id) : undefined
    if (asset === undefined) throw unknownAsset()
    return assetResource(asset)
  })
}

/** The place that a cursor stands for: a caller that deletes a page of assets goes on behind it. */
function placeOf(cursor: string): AssetPlace {
  const [, id = '', created = ''] = /^(\w+)-(\d{1,15})$/.exec(cursor) ?? []
  if (isAssetId(id)) return { id, created: Number(created) }
  throw new Problem('bad-request', 'after must be the next of the page before')
}

function unknownAsset(): Problem {
  return new Problem('asset-unknown', 'this account has no asset of that id')
}

function assetResource(asset: Asset): Record<string, string | number> {
  return {
    id: asset.id,
    object: 'asset',
    status: asset.status,
    content_type: asset.contentType,
    bytes: asset.bytes,
    created: Math.floor(asset.created / 1000),
  }
}
