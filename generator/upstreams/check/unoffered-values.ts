import type { Mistake } from '../../check/mistake.js'
import { anyBroken } from '../../check/models.js'
import { nearest } from '../../check/nearest.js'
import type { Spec } from '../../load/spec.js'
import { modelParameters, operationsOf, wellFormed } from './facts.js'
import { mentionsOf } from './mentions.js'

/** S072: a value that every model with the parameter leaves out of its list. */
export function* unofferedValues(spec: Spec): Iterable<Mistake> {
  // What a broken file says of its model is not known.
  if (anyBroken(spec)) return
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, operation] of operationsOf(source)) {
      // A key of a joined row names several values: it is one mistake.
      const reported = new Set<string>()
      const models = modelParameters(spec).filter((model) => model.kind === kind)
      for (const { parameter, values } of mentionsOf(operation)) {
        const lists = models
          .filter((model) => model.parameters.has(parameter))
          .map((model) => model.parameters.get(parameter))
        const offered = new Set(lists.flatMap((list) => list ?? []))
        if (lists.length === 0 || lists.includes(undefined)) continue
        for (const { value, path, at } of values) {
          if (offered.has(value) || reported.has(path.join('/'))) continue
          reported.add(path.join('/'))
          const near = typeof value === 'string' ? nearest(value, [...offered].map(String)) : undefined
          yield {
            code: 'S072',
            file,
            path: ['operations', kind, ...path],
            at,
            message: `no ${kind} model offers ${JSON.stringify(value)} as ${parameter}`,
            hint:
              near === undefined
                ? `Offered: ${[...offered].map((one) => JSON.stringify(one)).join(', ')}.`
                : `Did you mean "${near}"?`,
          }
        }
      }
    }
  }
}
