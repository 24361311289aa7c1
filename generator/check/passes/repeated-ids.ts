import type { JsonValue } from '../../catalogue.js'
import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { parsed } from '../models.js'

const idLists = [
  ['service.json', 'endpoints', 'id'],
  ['service.json', 'extensions', 'id'],
  ['findings.json', 'findings', 'rule'],
  ['synonyms.json', 'synonyms', 'id'],
  ['unknowns.json', 'unknowns', 'id'],
] as const

/** S063: ids that are given twice. */
export function* repeatedIds(spec: Spec): Iterable<Mistake> {
  for (const [file, list, key] of idLists) {
    const seen = new Set<JsonValue | undefined>()
    for (const [index, entry] of items(parsed(spec.files.get(file))?.[list])) {
      const id = isObject(entry) ? entry[key] : undefined
      if (typeof id === 'string' && seen.has(id))
        yield { code: 'S063', file, path: [list, index, key], message: `"${id}" is used twice among ${list}` }
      seen.add(id)
    }
  }
}
