import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { nearest } from '../nearest.js'
import { knownReferences, references, targetOf } from '../references.js'

/** S040: references that lead nowhere. */
export function* danglingReferences(spec: Spec): Iterable<Mistake> {
  for (const reference of references(spec)) {
    if (targetOf(spec, reference) !== undefined) continue
    const near = nearest(reference.value, knownReferences(spec, reference))
    yield {
      code: 'S040',
      file: reference.file,
      path: reference.path,
      message: `"${reference.value}" leads nowhere`,
      ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
    }
  }
}
