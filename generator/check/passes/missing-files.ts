import type { Spec } from '../../load/spec.js'
import { specPaths } from '../meta.js'
import type { Mistake } from '../mistake.js'

/** S003: a file the specification cannot do without is not there. */
export function* missingFiles(spec: Spec): Iterable<Mistake> {
  for (const path of specPaths) {
    if (!spec.files.has(path)) yield { code: 'S003', file: path, path: [], message: `spec/${path} is missing` }
  }
}
