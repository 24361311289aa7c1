import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../admit/problem.js'
import { resultName, resultType } from '../../../keep/results/result-key.js'
import type { UrlSigner } from '../../../keep/results/url-signer.js'
import type { Asset } from '../../../keep/store/asset-store.js'
import type { HttpContext } from '../context.js'

const nameForm = /^asset_[A-Za-z0-9]+\.[0-9a-z]+$/

interface UploadRequest {
  Params: { name: string }
  Querystring: { signature?: string }
}

/**
 * The URL of a file that a request carried, below the address at which the service is reached. An upstream reads the file there, for as
 * long as the asset is kept. The same file has the same URL, so that a repeat of its request is the same request.
 */
export function uploadUrl(
  { file, contentType }: Pick<Asset, 'file' | 'contentType'>,
  origin: string,
  signer: UrlSigner,
): string {
  const name = resultName(file.slice(file.lastIndexOf('/') + 1), contentType)
  return `${origin}/uploads/${name}?${signer.seal(name)}`
}

/** GET /uploads/{file}: a file that a request carried, for holders of its URL. */
export function uploadsRoute(app: FastifyInstance, { files, signer }: Pick<HttpContext, 'files' | 'signer'>): void {
  const answer = async ({ params, query, method }: FastifyRequest<UploadRequest>, reply: FastifyReply) => {
    const { name } = params
    if (!nameForm.test(name) || typeof query.signature !== 'string' || !signer.isSealed(name, query.signature))
      throw new Problem('signature-refused', 'use the URL of an uploaded file exactly as this service gave it')
    const key = `assets/${name.split('.', 1)[0] ?? ''}`
    const size = await files.size(key)
    const body = size === undefined || method === 'HEAD' ? undefined : await files.read(key)
    if (size === undefined || (body === undefined && method !== 'HEAD'))
      throw new Problem('result-expired', 'the file is no longer kept; send it again')
    return reply
      .type(resultType(name))
      .headers({ 'cache-control': 'private, max-age=3600, immutable', 'x-content-type-options': 'nosniff' })
      .header('content-length', size)
      .send(body)
  }
  app.route<UploadRequest>({ method: ['GET', 'HEAD'], url: '/uploads/:name', handler: answer })
}
