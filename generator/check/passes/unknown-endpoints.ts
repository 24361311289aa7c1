import { endpointKeys } from '../../emit/openapi/operations.js'
import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { parsed } from '../models.js'
import { nearest } from '../nearest.js'

/** S065: endpoints of which the OpenAPI document knows no operation, and a second one for the same method and path. */
export function* unknownEndpoints(spec: Spec): Iterable<Mistake> {
  const file = 'service.json'
  const seen = new Set<string>()
  for (const [index, endpoint] of items(parsed(spec.files.get(file))?.endpoints)) {
    if (!isObject(endpoint) || typeof endpoint.method !== 'string' || typeof endpoint.path !== 'string') continue
    const { method, path } = endpoint
    const key = `${method} ${path}`
    const isKnown = endpointKeys.includes(key)
    const place = { code: 'S065', file, path: ['endpoints', index, 'path'] } as const
    if (!isKnown) {
      const near = nearest(
        path,
        endpointKeys.flatMap((known) => (known.startsWith(`${method} `) ? [known.slice(method.length + 1)] : [])),
      )
      yield {
        ...place,
        message: `nothing describes ${key}`,
        hint: near === undefined ? `Known: ${endpointKeys.join(', ')}.` : `Did you mean "${near}"?`,
      }
    } else if (seen.has(key)) {
      yield { ...place, message: `${key} is listed twice`, hint: 'List each method and path once.' }
    }
    seen.add(key)
  }
}
