import { takesNull, typeBesideNull } from '../../kinds/nullable.js'
import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { holderOf, references, targetOf } from '../references.js'

/** What may be told anew beside a reference: words, sources and defaults limit nothing. */
const mayRepeat = new Set(['$ref', '$comment', 'description', 'default', 'x-notes', 'x-source'])

/** S033: keywords that stand both beside a reference and in what it refers to. */
export function* repeatedKeywords(spec: Spec): Iterable<Mistake> {
  for (const reference of references(spec)) {
    const target = targetOf(spec, reference)?.value
    const holder = holderOf(spec, reference)
    if (!isObject(target) || !isObject(holder) || target === holder) continue
    for (const keyword of Object.keys(holder)) {
      if (!Object.hasOwn(target, keyword) || mayRepeat.has(keyword)) continue
      // Null stands beside the type that the definition states.
      if (keyword === 'type' && takesNull(holder) && typeBesideNull(holder) === target.type) continue
      yield {
        code: 'S033',
        file: reference.file,
        path: [...reference.path.slice(0, -1), keyword],
        at: 'key',
        message: `"${keyword}" is set here and in ${reference.value}`,
      }
    }
  }
}
