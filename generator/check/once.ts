import type { Spec } from '../load/spec.js'

/** `compute`, done once for each specification, however many passes ask. */
export function oncePerSpec<T>(compute: (spec: Spec) => T): (spec: Spec) => T {
  const known = new WeakMap<Spec, { value: T }>()
  return (spec) => {
    const earlier = known.get(spec)
    if (earlier !== undefined) return earlier.value
    const value = compute(spec)
    known.set(spec, { value })
    return value
  }
}
