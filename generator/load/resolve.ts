import { posix } from 'node:path'
import type { JsonSchema, JsonValue } from '../catalogue.js'
import { isObject } from './json-object.js'
import { pointerSteps } from './pointer.js'
import type { Spec } from './spec.js'

/** A `$ref` that leads nowhere, or round in a circle. */
export class ReferenceError extends Error {
  override readonly name = 'ReferenceError'
  constructor(
    readonly file: string,
    readonly reference: string,
    reason: string,
  ) {
    super(`${file}: $ref "${reference}" ${reason}`)
  }
}

/**
 * `value` of `file` with every `$ref` replaced by what it names; keywords beside a `$ref` win over those of its target.
 * What refers to nothing is shared with the file, and what a target came to with all who refer to it.
 */
export function inlineReferences(spec: Spec, file: string, value: JsonValue, trail: readonly string[] = []): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => inlineReferences(spec, file, item, trail))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  const { $ref: reference } = value
  let own: JsonSchema = value
  for (const [key, child] of Object.entries(value)) {
    const inlined = inlineReferences(spec, file, child, trail)
    if (inlined === child) continue
    if (own === value) own = { ...value }
    own[key] = inlined
  }
  if (reference === undefined) return own
  const { $ref: _, ...siblings } = own
  if (typeof reference !== 'string') return siblings
  const inlined = inlinedTarget(spec, followReference(spec, file, reference), { file, reference, trail })
  return isObject(inlined) ? { ...inlined, ...siblings } : inlined
}

/** What a `$ref` leads to. */
interface Target {
  file: string
  pointer: string
  value: JsonValue
}

const inlinedTargets = new WeakMap<Spec, Map<string, JsonValue>>()

function inlinedTarget(
  spec: Spec,
  target: Target,
  { file, reference, trail }: { file: string; reference: string; trail: readonly string[] },
): JsonValue {
  const known = inlinedTargets.get(spec) ?? new Map<string, JsonValue>()
  inlinedTargets.set(spec, known)
  const step = `${target.file}#${target.pointer}`
  const earlier = known.get(step)
  if (earlier !== undefined) return earlier
  if (trail.includes(step)) throw new ReferenceError(file, reference, 'refers to itself')
  const inlined = inlineReferences(spec, target.file, target.value, [...trail, step])
  known.set(step, inlined)
  return inlined
}

/** What a `$ref` written in `file` names: a file of the specification and a JSON pointer into it. */
export function followReference(spec: Spec, file: string, reference: string): Target {
  const [path = '', pointer = ''] = reference.split('#')
  const targetFile = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path))
  let value = spec.files.get(targetFile)?.value
  if (value === undefined) throw new ReferenceError(file, reference, 'names a file that does not exist')
  for (const key of pointerSteps(pointer)) {
    const child: JsonValue | undefined = Array.isArray(value)
      ? value[Number(key)]
      : isObject(value) && Object.hasOwn(value, key)
        ? value[key]
        : undefined
    if (child === undefined) throw new ReferenceError(file, reference, 'names nothing in that file')
    value = child
  }
  return { file: targetFile, pointer, value }
}
