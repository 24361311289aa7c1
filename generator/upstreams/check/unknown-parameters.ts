import type { Mistake } from '../../check/mistake.js'
import { anyBroken } from '../../check/models.js'
import { nearest } from '../../check/nearest.js'
import type { Spec } from '../../load/spec.js'
import { modelParameters, operationsOf, wellFormed } from './facts.js'
import { mentionsOf } from './mentions.js'

/** S071: a parameter that no model of this kind has. */
export function* unknownParameters(spec: Spec): Iterable<Mistake> {
  // What a broken file says of its model is not known.
  if (anyBroken(spec)) return
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, operation] of operationsOf(source)) {
      const models = modelParameters(spec).filter((model) => model.kind === kind)
      const known = [...new Set(models.flatMap(({ parameters }) => [...parameters.keys()]))]
      for (const { parameter, path, at } of mentionsOf(operation)) {
        if (known.includes(parameter)) continue
        const near = nearest(parameter, known)
        yield {
          code: 'S071',
          file,
          path: ['operations', kind, ...path],
          at,
          message: `no ${kind} model has the parameter "${parameter}"`,
          hint: near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${near}"?`,
        }
      }
    }
  }
}
