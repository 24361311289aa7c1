import type { Spec } from '../../load/spec.js'
import { metaPathOf } from '../meta.js'
import type { Mistake } from '../mistake.js'

/** S004: a file that nothing reads. */
export function* strayFiles(spec: Spec): Iterable<Mistake> {
  for (const path of [...spec.files.keys(), ...(spec.others ?? [])]) {
    if (!path.endsWith('.json') || (metaPathOf(path) === undefined && !path.startsWith('meta/')))
      yield { code: 'S004', file: path, path: [], message: `nothing reads spec/${path}` }
  }
}
