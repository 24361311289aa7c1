import type { JsonSchema } from '../../catalogue.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parametersOf, text } from '../models.js'
import { satisfies } from '../satisfies.js'

/** S030: defaults that their own parameter refuses. */
export function* refusedDefaults(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) {
      if (
        schema.default === undefined ||
        schema.default === null ||
        nothingFits(schema) ||
        satisfies(schema, schema.default)
      )
        continue
      yield {
        code: 'S030',
        file: model.path,
        path: ['properties', name, 'default'],
        message: `the default ${JSON.stringify(schema.default)} of ${name} is not ${allowed(schema)}`,
      }
    }
  }
}

/** Limits that contradict each other are a mistake of their own; no default could fix them. */
function nothingFits({ minimum, maximum }: JsonSchema): boolean {
  return typeof minimum === 'number' && typeof maximum === 'number' && minimum > maximum
}

function allowed(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  const range = [
    ['minimum', 'at least'],
    ['maximum', 'at most'],
  ].flatMap(([keyword = '', words = '']) =>
    schema[keyword] === undefined ? [] : [`${words} ${JSON.stringify(schema[keyword])}`],
  )
  return [`of type ${text(schema.type) ?? 'unknown'}`, ...range].join(', ')
}
