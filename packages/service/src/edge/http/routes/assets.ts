import { randomBytes } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { removeLooseFile } from '../../../keep/files/loose-files.js'
import { isAssetId } from '../../../keep/store/asset-store.js'
import type { Asset, AssetPlace, AssetStore } from '../../../keep/store/asset-store.js'
import { pageOf } from '../../../keep/store/page.js'
import type { HttpContext } from '../context.js'
import { AssetRoom, type Upload } from '../../../admit/asset-room.js'
import { askForBody } from '../expected-body.js'
import { callerOf } from '../hooks/authentication.js'
import { listResource, pageQuery, type Query } from '../page-query.js'
import { Problem } from '../../../admit/problem.js'

const largestAsset = 64 * 1024 * 1024
const mediaTypes = /^(image|video|audio)\/[a-z0-9.+-]+$/

/** POST /assets, GET /assets, GET /assets/{id} and DELETE /assets/{id}, an extension: files that requests name as `assetId://{id}` (interface: Asset library). */
export function assetRoutes(app: FastifyInstance, assets: AssetStore, context: HttpContext): void {
  const room = new AssetRoom(assets, context.assetLimits)
  const removeLoose = (file: string, requestId: string): Promise<void> =>
    removeLooseFile(file, assets, context.files).catch((error: unknown) => {
      context.log.warn('a file that no asset owns could not be removed; it will be tried again', {
        requestId,
        file,
        error,
      })
    })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => {
      done(null, payload)
    })
    scope.post<{ Body: Readable | undefined }>('/assets', { bodyLimit: largestAsset }, async (request) => {
      const account = callerOf(request).account.id
      const contentType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
      if (!mediaTypes.test(contentType)) {
        throw new Problem(
          'media-type-unsupported',
          'send the bytes of an image, a video or an audio file with its media type as Content-Type, such as image/png',
        )
      }
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity' || 'content-range' in request.headers)
        throw new Problem(
          'media-type-unsupported',
          'send the whole file as it is, without Content-Encoding and Content-Range',
        )
      const declared = Number(request.headers['content-length'] ?? 0)
      if (declared > largestAsset) throw tooLarge()
      const upload = await room.begin(account, declared)
      const id = `asset_${randomBytes(15).toString('base64url').replaceAll(/[-_]/g, '0')}`
      const file = `assets/${id}`
      try {
        await assets.noteFile(file, context.clock.now())
        const { bytes } = await context.files.putStream(file, limited(request.body, upload), contentType)
        const created = context.clock.now()
        const asset: Asset = { id, account, status: 'approved', contentType, bytes, file, created }
        await addStored(asset, upload)
        return assetResource(asset)
      } catch (error) {
        // After any other error the asset may have been added: if it was not, a sweep finds the file.
        if (error instanceof Problem) await removeLoose(file, request.id)
        throw error
      } finally {
        upload.end()
      }
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
    const file = isAssetId(id) ? await assets.removeAsset(callerOf(request).account.id, id) : undefined
    if (file === undefined) throw unknownAsset()
    await removeLoose(file, request.id)
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

/** Adds an asset whose file is stored. Rejects with the problem of an account that has no room for it, or of a file with nothing in it. */
async function addStored(asset: Asset, upload: Upload): Promise<void> {
  if (asset.bytes === 0) throw new Problem('bad-request', 'the body is empty; send the bytes of the file')
  if (!(await upload.add(asset)))
    throw new Problem('request-timeout', 'the upload took so long that its file was removed; send it again')
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

function tooLarge(): Problem {
  return new Problem('body-too-large', `an asset may have at most ${largestAsset / 1024 / 1024} MiB`)
}

/** The body as it arrives, cut off with a problem once it is larger than an asset may be. */
function limited(body: Readable | undefined, upload: Upload): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const full = upload.arrive(chunk.length)
      const problem = bytes > largestAsset ? tooLarge() : full
      if (problem === undefined) done(null, chunk)
      else done(problem)
    },
  })
  if (body === undefined) return counted.end()
  // It may end before the file store reads it, which then finds the error: without a listener it would end the process.
  counted.on('error', () => undefined)
  askForBody(body)
  body.on('error', () => {
    counted.destroy(new Problem('bad-request', 'the connection was closed before the body had arrived'))
  })
  return body.pipe(counted)
}
