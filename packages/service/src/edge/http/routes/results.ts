import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseRange } from '../../../keep/results/range.js'
import { resultKey, resultType } from '../../../keep/results/result-key.js'
import type { HttpContext } from '../context.js'
import { Problem } from '../../../admit/problem.js'

const nameForm = /^task_[0-9a-z]+(?:-\d{1,3})?\.[0-9a-z]+$/

interface ResultRequest {
  Params: { name: string }
  Querystring: { expires?: string; signature?: string }
}

/** GET /results/{file}: a result file, for holders of a signed URL that has not expired. Ranges as in RFC 9110. */
export function resultsRoute(app: FastifyInstance, context: HttpContext): void {
  const answer = async (request: FastifyRequest<ResultRequest>, reply: FastifyReply): Promise<FastifyReply> => {
    const { name } = request.params
    refuseUnsigned(name, request.query, context)
    const key = resultKey(name)
    const size = nameForm.test(name) ? await context.files.size(key) : undefined
    if (size === undefined) throw notKept()
    const etag = `"${name.replace('.', '-')}-${size}"`
    if (matches(request.headers['if-none-match'], etag)) return describeFile(reply, name, etag).code(304).send()
    const ifRange = request.headers['if-range']
    const range = parseRange(ifRange === undefined || ifRange === etag ? request.headers.range : undefined, size)
    if (range === 'unsatisfiable') {
      throw new Problem('range-unsatisfiable', `the file has ${size} bytes`, {
        headers: { 'content-range': `bytes */${size}` },
      })
    }
    const body = request.method === 'HEAD' ? undefined : await context.files.read(key, range)
    // Removed since its size was asked for.
    if (body === undefined && request.method !== 'HEAD') throw notKept()
    describeFile(reply, name, etag)
    if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    return reply.header('content-length', range === undefined ? size : range.end - range.start + 1).send(body)
  }
  // Not left to fastify, whose HEAD would read the whole file and forget its length.
  app.route<ResultRequest>({ method: ['GET', 'HEAD'], url: '/results/:name', handler: answer })
}

function notKept(): Problem {
  return new Problem('result-expired', 'the file is no longer kept; nothing brings it back')
}

function refuseUnsigned(name: string, query: ResultRequest['Querystring'], { signer }: HttpContext): void {
  const { expires, signature } = query
  const verdict =
    typeof expires === 'string' && typeof signature === 'string' ? signer.verify(name, expires, signature) : 'forged'
  if (verdict === 'forged')
    throw new Problem('signature-refused', 'use a result URL exactly as a query of the task gave it')
  if (verdict === 'expired')
    throw new Problem('result-expired', 'query the task again: each query of a completed task gives a fresh URL')
}

function describeFile(reply: FastifyReply, name: string, etag: string): FastifyReply {
  return reply.type(resultType(name)).headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600, immutable',
    'content-disposition': `inline; filename="${name}"`,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'x-content-type-options': 'nosniff',
  })
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((one) => one.trim() === etag || one.trim() === '*')
}
