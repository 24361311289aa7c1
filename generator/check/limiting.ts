import type { Model } from '../catalogue.js'
import { mediaParametersOf } from '../measures/file-parameters.js'
import { conditionMistakes } from '../measures/price-check.js'
import { priceSubject } from '../measures/price-subject.js'
import type { Mistake } from './mistake.js'

/** S094: limits on files that count under a condition, or by a place, that the model does not have. */
export function* limitingMistakes(file: string, model: Model): Iterable<Mistake> {
  const subject = priceSubject(model)
  const places = mediaParametersOf(model.parameters)
  for (const { path: place, parameter } of places) {
    // A limit inside another parameter is told at that parameter.
    const [name = ''] = place.slice(1).split('/')
    const at = model.parameters.includes(parameter) ? ['x-media', 'limits'] : []
    for (const [index, { rule, as, when }] of parameter.limits.entries()) {
      const path = ['properties', name, ...(at.length > 0 ? [...at, index] : [])]
      if (as !== undefined && (as === place || !places.some((other) => other.path === as)))
        yield {
          code: 'S094',
          file,
          path,
          message: `${rule} of ${place} names "${as}", which is not another place of a file`,
          hint: `Use one of ${places.flatMap((other) => (other.path === place ? [] : other.path)).join(', ') || 'the places that the model has'}.`,
        }
      for (const mistake of conditionMistakes(subject, when, []))
        yield {
          code: 'S094',
          file,
          path,
          message: `${rule} of ${place} has a condition on ${mistake.path.join('.')}: ${mistake.message}`,
        }
    }
  }
}
