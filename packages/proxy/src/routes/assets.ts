import { ask } from '../ask.js'
import { readBytes } from '../body.js'
import { decoded } from '../decoded.js'
import { forUser } from '../for-user.js'
import type { Parts } from '../parts.js'
import { problem } from '../problem.js'

/** Characters of a media type: a longer one names no file, and could be more than a service reads of a header. */
const longestType = 200

/** POST /assets: a file for requests of this user. */
export async function upload({ service, ids }: Parts, request: Request, user: string, most: number): Promise<Response> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(image|video|audio)\//i.test(type) || type.length > longestType)
    return problem(415, 'send the bytes of an image, a video or an audio file')
  const body = await readBytes(request, most)
  if (body === undefined) return problem(413, `the file is larger than ${most} bytes`)
  return forUser(
    ids,
    'asset',
    user,
    await ask(service, '/assets', { method: 'POST', body, headers: { 'content-type': type } }),
  )
}

/** GET /assets/{id}, for the user who uploaded it. */
export async function asset({ service, ids }: Parts, user: string, signed: string): Promise<Response> {
  const id = await ids.open('asset', user, decoded(signed))
  if (id === undefined) return problem(404, 'the asset is unknown')
  return forUser(ids, 'asset', user, await ask(service, `/assets/${encodeURIComponent(id)}`), decoded(signed))
}
