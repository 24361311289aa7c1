import type { Spec } from '../../load/spec.js'
import { codegenName } from '../../read/codegen-name.js'
import { lettersOf } from '../letters.js'
import type { Mistake } from '../mistake.js'
import { modelFiles } from '../models.js'
import { reservedNames } from '../reserved-names.js'

const reserved = new Map(reservedNames.map((name) => [lettersOf(name), name]))

/** S025: a model whose files or identifiers are those of something the generator makes of all models. */
export function* reservedIds(spec: Spec): Iterable<Mistake> {
  for (const { path: file, id } of modelFiles(spec)) {
    const name = reserved.get(lettersOf(codegenName(id)))
    if (name !== undefined)
      yield {
        code: 'S025',
        file,
        path: ['title'],
        message: `${id === name ? `"${id}" is` : `"${id}" becomes "${name}", which is`} a name of the generator itself`,
      }
  }
}
