import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries } from '../../load/json-object.js'
import { anyBroken, parsed } from '../models.js'
import { nearest } from '../nearest.js'
import { knownReferences, placeOf, references, targetOf } from '../references.js'

/** S042: shared definitions that nothing refers to. Silent while a file is broken, because the reference may be in there. */
export function* unusedDefinitions(spec: Spec): Iterable<Mistake> {
  if (anyBroken(spec)) return
  const used = usedPlaces(spec)
  for (const file of ['parameters.schema.json', 'media.schema.json']) {
    for (const [name] of entries(parsed(spec.files.get(file))?.$defs)) {
      if (!used.has(`${file}#/$defs/${name}`))
        yield {
          code: 'S042',
          file,
          path: ['$defs', name],
          at: 'key',
          message: `nothing refers to the definition "${name}"`,
        }
    }
  }
}

/** A reference that is misspelt counts for the definition that was meant: one slip, one diagnostic. */
function usedPlaces(spec: Spec): Set<string> {
  const places = new Set<string>()
  for (const reference of references(spec)) {
    const target =
      targetOf(spec, reference) ??
      targetOf(spec, { ...reference, value: nearest(reference.value, knownReferences(spec, reference)) ?? '' })
    if (target !== undefined) places.add(placeOf(target))
  }
  return places
}
