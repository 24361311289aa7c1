import type { Spec } from '../../load/spec.js'
import { lettersOf } from '../letters.js'
import { codegenName } from '../../read/codegen-name.js'
import type { Mistake } from '../mistake.js'
import { modelFiles } from '../models.js'

/** S021: two models whose identifiers are the same in a language that drops punctuation or case. */
export function* collidingModels(spec: Spec): Iterable<Mistake> {
  const seen = new Map<string, string>()
  for (const { path: file, id } of modelFiles(spec)) {
    const identifier = lettersOf(codegenName(id))
    const other = seen.get(identifier)
    if (other !== undefined)
      yield {
        code: 'S021',
        file,
        path: ['title'],
        message: `"${id}" and "${other}" become the same identifier, "${identifier}"`,
      }
    else seen.set(identifier, id)
  }
}
