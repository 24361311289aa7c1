import type { Spec } from '../../load/spec.js'
import { metaPathOf, specPaths } from '../meta.js'
import type { Mistake } from '../mistake.js'

/** S003: a file the specification cannot do without is not there. */
export function* missingFiles(spec: Spec): Iterable<Mistake> {
  for (const path of specPaths) {
    if (!spec.files.has(path)) yield { code: 'S003', file: path, path: [], message: `spec/${path} is missing` }
  }
}

/** S004: a file that nothing reads. */
export function* strayFiles(spec: Spec): Iterable<Mistake> {
  for (const path of spec.files.keys()) {
    if (metaPathOf(path) === undefined && !path.startsWith('meta/')) yield { code: 'S004', file: path, path: [], message: `nothing reads spec/${path}` }
  }
}
