import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, items } from '../../load/json-object.js'
import { modelFiles } from '../models.js'
import { nearest } from '../nearest.js'

/** S032: required parameters that are not defined. */
export function* undefinedRequired(spec: Spec): Iterable<Mistake> {
  for (const { path: file, schema } of modelFiles(spec)) {
    const names = entries(schema.properties).map(([name]) => name)
    for (const [index, name] of items(schema.required)) {
      if (typeof name !== 'string' || names.includes(name)) continue
      const near = nearest(name, names)
      yield {
        code: 'S032',
        file,
        path: ['required', index],
        message: `"${name}" is required and not defined`,
        ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
      }
    }
  }
}
