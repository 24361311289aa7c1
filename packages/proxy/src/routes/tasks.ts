import { ask } from '../ask.js'
import { decoded } from '../decoded.js'
import { forUser } from '../for-user.js'
import type { Parts } from '../parts.js'
import { problem } from '../problem.js'

const longestPreference = 100

/** GET /tasks/{id} and POST /tasks/{id}/cancel, for the user who submitted it. */
export async function task(
  { service, ids }: Parts,
  request: Request,
  user: string,
  signed: string,
  action: '' | '/cancel',
): Promise<Response> {
  const id = await ids.open('task', user, decoded(signed))
  if (id === undefined) return problem(404, 'the task is unknown')
  // A service knows none that is longer, and may not read so long a header.
  const prefer = request.headers.get('prefer')?.slice(0, longestPreference + 1) ?? ''
  const answer = await ask(service, `/tasks/${encodeURIComponent(id)}${action}`, {
    method: action === '' ? 'GET' : 'POST',
    ...(prefer !== '' && prefer.length <= longestPreference && { headers: { prefer } }),
    ...(action === '' && { signal: request.signal }),
  })
  return forUser(ids, 'task', user, answer, decoded(signed))
}
