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

/** `value` of `file` with every `$ref` replaced by what it names; keywords beside a `$ref` win over those of its target. */
export function inlineReferences(spec: Spec, file: string, value: JsonValue, trail: readonly string[] = []): JsonValue {
  if (Array.isArray(value)) return value.map((item) => inlineReferences(spec, file, item, trail))
  if (!isObject(value)) return value
  const { $ref: reference, ...siblings } = value
  const own: JsonSchema = {}
  for (const [key, child] of Object.entries(siblings)) own[key] = inlineReferences(spec, file, child, trail)
  if (typeof reference !== 'string') return own
  const target = followReference(spec, file, reference)
  const step = `${target.file}#${target.pointer}`
  if (trail.includes(step)) throw new ReferenceError(file, reference, 'refers to itself')
  const inlined = inlineReferences(spec, target.file, target.value, [...trail, step])
  return isObject(inlined) ? { ...inlined, ...own } : inlined
}

/** What a `$ref` written in `file` names: a file of the specification and a JSON pointer into it. */
export function followReference(
  spec: Spec,
  file: string,
  reference: string,
): { file: string; pointer: string; value: JsonValue } {
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
