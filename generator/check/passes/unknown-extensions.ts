import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { parsed } from '../models.js'
import { nearest } from '../nearest.js'

/** S062: endpoints of extensions that are not described. */
export function* unknownExtensions(spec: Spec): Iterable<Mistake> {
  const file = 'service.json'
  const service = parsed(spec.files.get(file))
  const known = items(service?.extensions).flatMap(([, extension]) =>
    isObject(extension) && typeof extension.id === 'string' ? [extension.id] : [],
  )
  for (const [index, endpoint] of items(service?.endpoints)) {
    if (!isObject(endpoint) || typeof endpoint.extension !== 'string' || known.includes(endpoint.extension)) continue
    const near = nearest(endpoint.extension, known)
    yield {
      code: 'S062',
      file,
      path: ['endpoints', index, 'extension'],
      message: `the extension "${endpoint.extension}" is not described`,
      ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
    }
  }
}
