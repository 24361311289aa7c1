import type { Spec } from '../../load/spec.js'
import { lettersOf } from '../letters.js'
import type { Mistake } from '../mistake.js'
import { entries } from '../../load/json-object.js'
import { modelFiles } from '../models.js'

/** S022: two parameters of one model whose identifiers are the same in a language that writes them in another case. */
export function* collidingParameters(spec: Spec): Iterable<Mistake> {
  for (const { path: file, schema } of modelFiles(spec)) {
    const seen = new Map<string, string>()
    for (const [name] of entries(schema.properties)) {
      const other = seen.get(lettersOf(name))
      if (other !== undefined)
        yield {
          code: 'S022',
          file,
          path: ['properties', name],
          at: 'key',
          message: `"${name}" and "${other}" become the same identifier, "${lettersOf(name)}"`,
        }
      else seen.set(lettersOf(name), name)
    }
  }
}
