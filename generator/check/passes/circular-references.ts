import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { placeOf, references, referencesIn, targetOf, type Target } from '../references.js'

/** S041: references that lead back to themselves, each told where it stands within the circle. */
export function* circularReferences(spec: Spec): Iterable<Mistake> {
  for (const reference of references(spec)) {
    const target = targetOf(spec, reference)
    const own = `${reference.file}#/${reference.path.slice(0, 2).join('/')}`
    if (target !== undefined && reaches(spec, target, own, new Set())) {
      yield {
        code: 'S041',
        file: reference.file,
        path: reference.path,
        message: `"${reference.value}" leads back to itself`,
      }
    }
  }
}

function reaches(spec: Spec, target: Target, goal: string, trail: ReadonlySet<string>): boolean {
  const place = placeOf(target)
  if (place === goal) return true
  if (trail.has(place)) return false
  return referencesIn(target.file, target.value).some((reference) => {
    const next = targetOf(spec, reference)
    return next !== undefined && reaches(spec, next, goal, new Set([...trail, place]))
  })
}
