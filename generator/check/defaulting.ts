import type { Model } from '../catalogue.js'
import { conditionMistakes } from '../measures/price-check.js'
import { priceSubject } from '../measures/price-subject.js'
import { conditionsSchema } from '../rules/conditions-schema.js'
import type { Mistake } from './mistake.js'

/** S095: defaults that count under a condition that no request can be asked about, or that a client would have to send. */
export function* defaultingMistakes(file: string, model: Model): Iterable<Mistake> {
  const subject = priceSubject(model)
  const conditional = new Set(model.parameters.flatMap(({ name, defaults }) => (defaults === undefined ? [] : name)))
  for (const { name, required, defaults = [] } of model.parameters) {
    const path = ['properties', name, 'x-defaults']
    const mistake = (index: number, message: string, hint?: string): Mistake => ({
      code: 'S095',
      file,
      path: [...path, index, 'when'],
      message: `the condition of a default of ${name} ${message}`,
      ...(hint === undefined ? {} : { hint }),
    })
    if (required && defaults.length > 0)
      yield {
        code: 'S095',
        file,
        path,
        message: `${name} is required, and its default depends on the request`,
        hint: 'Clients send the default of a required parameter, and that is one value. Take the parameter off required, or state one default.',
      }
    for (const [index, { when }] of defaults.entries()) {
      const wrong = [...conditionMistakes(subject, when, [])]
      for (const { path: at, message } of wrong) yield mistake(index, `on ${at.join('.')}: ${message}`)
      if (wrong.length > 0) continue
      const [circular] = Object.keys(when).filter((other) => conditional.has(other))
      if (circular !== undefined)
        yield mistake(
          index,
          `reads ${circular}, whose own default depends on the request`,
          'State the condition over parameters that have one default or none.',
        )
      else if (conditionsSchema(when, model.parameters) === undefined)
        yield mistake(
          index,
          'has no words in JSON Schema, so that schemas and other languages cannot read it',
          'Use a parameter with a closed set of values, a number, a reference to a file, or a list of plain values or references.',
        )
      if (defaults.slice(0, index).some((earlier) => JSON.stringify(earlier.when) === JSON.stringify(when)))
        yield mistake(index, 'is that of an earlier default, which counts')
    }
  }
}
