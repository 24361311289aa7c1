import { KeyNotAccepted, Unreachable } from './ask.js'
import { EventStreams } from './events/event-streams.js'
import type { Parts } from './parts.js'
import { problem } from './problem.js'
import { asset, upload } from './routes/assets.js'
import { capabilities } from './routes/capabilities.js'
import { events } from './routes/events.js'
import { quote, submit } from './routes/submit.js'
import { task } from './routes/tasks.js'
import { isForeign } from './same-site.js'
import { Service } from './service.js'
import type { ProxySettings } from './settings.js'
import { SignedIds } from './signed-ids.js'
import { memorySpending } from './spending.js'

/** Answers a request of a browser. */
export type ProxyHandler = (request: Request) => Promise<Response>

/**
 * A fetch handler in front of a service, for Node, workers and Next: the client in the browser uses it as its `baseUrl`, with `apiKey: null`.
 * The key stays here. Requests are checked before they cost anything, models and spending are limited per user, and each task is readable for
 * the user who submitted it alone. Throws TypeError where a setting is missing, or no request could be sent with it.
 */
export function createProxy(settings: ProxySettings): ProxyHandler {
  const { secret, spending = memorySpending(), now = Date.now } = settings
  const service = new Service(settings)
  const parts: Parts = {
    settings,
    service,
    ids: new SignedIds(secret),
    streams: new EventStreams(service),
    spending,
    now,
  }
  return async (request) => {
    const [, ...after] = new URL(request.url).pathname.split('/v2/model-center')
    const path = after.at(-1) ?? ''
    if (isForeign(request, settings.origins ?? []))
      return problem(403, 'the request comes from a page of another site; name its origin in `origins` to allow it')
    const user = await settings.user(request)
    if (typeof user !== 'string' || user === '') return problem(401, 'sign in to use the models')
    try {
      return await answer(parts, request, path, user)
    } catch (error) {
      if (error instanceof Unreachable)
        // What the request has done is not known: the client asks again where that is safe.
        return problem(502, 'the service gave no answer; what the request has done is not known')
      if (error instanceof KeyNotAccepted)
        return problem(
          503,
          'the service does not accept the API key of this proxy, or has disabled its account; ask the operator of this proxy',
        )
      throw error
    }
  }
}

function answer(parts: Parts, request: Request, path: string, user: string): Promise<Response> | Response {
  const { method } = request
  const [, resource, id, action, ...more] = path.split('/')
  const route = `${method} /${[resource, id && '{id}', action].filter((part) => part !== undefined).join('/')}`
  const maxUpload = parts.settings.maxUploadBytes ?? 0
  if (more.length === 0) {
    if (route === 'GET /capabilities') return capabilities(parts, user, maxUpload > 0)
    if (route === 'GET /events') return events(parts, request, user)
    if (route === 'POST /tasks') return submit(parts, request, user)
    if (route === 'POST /quote') return quote(parts, request, user)
    if (route === 'GET /tasks/{id}') return task(parts, request, user, id ?? '', '')
    if (route === 'POST /tasks/{id}/cancel') return task(parts, request, user, id ?? '', '/cancel')
    if (maxUpload > 0 && route === 'POST /assets') return upload(parts, request, user, maxUpload)
    if (maxUpload > 0 && route === 'GET /assets/{id}') return asset(parts, user, id ?? '')
  }
  return problem(404, `${method} ${path} is not offered here`)
}
