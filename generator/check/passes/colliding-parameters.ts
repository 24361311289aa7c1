import type { Spec } from '../../load/spec.js'
import { allParameters } from '../inner-parameters.js'
import { lettersOf } from '../letters.js'
import type { Mistake } from '../mistake.js'
import { modelFiles } from '../models.js'

/** S022: two parameters of one model, or two members of one object, whose identifiers are the same in a language that writes them in another case. */
export function* collidingParameters(spec: Spec): Iterable<Mistake> {
  const keyOf = (file: string, place: readonly (string | number)[], name: string): string =>
    JSON.stringify([file, ...place, lettersOf(name)])
  const seen = new Map(modelFiles(spec).map(({ path }) => [keyOf(path, ['properties'], 'model'), 'model']))
  for (const { model, path } of allParameters(spec)) {
    const name = path.at(-1)
    if (path.at(-2) !== 'properties' || typeof name !== 'string') continue
    const key = keyOf(model.path, path.slice(0, -1), name)
    const other = seen.get(key)
    if (other === undefined) seen.set(key, name)
    else
      yield {
        code: 'S022',
        file: model.path,
        path,
        at: 'key',
        message: `"${name}" and "${other}" become the same identifier, "${lettersOf(name)}"`,
      }
  }
}
