import { posix } from 'node:path'
import type { JsonValue } from '../catalogue.js'
import { entries, isObject } from '../load/json-object.js'
import { followReference } from '../load/resolve.js'
import type { Spec } from '../load/spec.js'
import { parsed } from './models.js'
import { oncePerFile, oncePerSpec } from './once.js'
import { collect } from './walk.js'

/** A `$ref` and where it is written. */
export interface Reference {
  file: string
  /** Path of the `$ref` itself. */
  path: (string | number)[]
  value: string
}

/** What a reference names. */
export interface Target {
  file: string
  pointer: string
  value: JsonValue
}

/** All references of a specification, apart from those of its meta-schemas. */
export const references = oncePerSpec((spec): readonly Reference[] =>
  [...spec.files.values()].flatMap((file) => (file.path.startsWith('meta/') ? [] : referencesOf(file))),
)

const referencesOf = oncePerFile((file): readonly Reference[] => referencesIn(file.path, parsed(file) ?? null))

/** All references inside a value of a file. */
export function referencesIn(file: string, value: JsonValue): Reference[] {
  return collect(value, (each, path) =>
    path.at(-1) === '$ref' && typeof each === 'string' ? { file, path: [...path], value: each } : undefined,
  )
}

/** What a reference names, or undefined when it leads nowhere. */
export function targetOf(spec: Spec, reference: Reference): Target | undefined {
  try {
    return followReference(spec, reference.file, reference.value)
  } catch {
    return undefined
  }
}

/** A target in one word: the same for every way to write it. */
export function placeOf(target: Target): string {
  return `${target.file}#${target.pointer}`
}

/** The references that could have been meant, written from the same file. */
export function knownReferences(spec: Spec, reference: Reference): string[] {
  const [written = ''] = reference.value.split('#')
  const file = written.endsWith('media.schema.json') ? 'media.schema.json' : 'parameters.schema.json'
  const prefix = file === reference.file ? '' : posix.relative(posix.dirname(reference.file), file)
  return entries(parsed(spec.files.get(file))?.$defs).map(([name]) => `${prefix}#/$defs/${name}`)
}

/** The object a reference stands in. */
export function holderOf(spec: Spec, reference: Reference): JsonValue | undefined {
  let value: JsonValue | undefined = parsed(spec.files.get(reference.file))
  for (const step of reference.path.slice(0, -1))
    value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined
  return value
}
