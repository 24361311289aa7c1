import type { Spec, SpecFile } from '../load/spec.js'

/** `compute`, done once for each specification, however many passes ask. */
export function oncePerSpec<T>(compute: (spec: Spec) => T): (spec: Spec) => T {
  return once(compute)
}

/** `compute`, done once for each file as it was read. A specification of which one file changed shares the others. */
export function oncePerFile<T>(compute: (file: SpecFile) => T): (file: SpecFile) => T {
  return once(compute)
}

function once<Key extends object, T>(compute: (key: Key) => T): (key: Key) => T {
  const known = new WeakMap<Key, { value: T }>()
  return (key) => {
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier.value
    const value = compute(key)
    known.set(key, { value })
    return value
  }
}
