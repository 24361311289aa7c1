import type { JsonValue } from '../../catalogue.js'
import { followReference, isObject } from '../../load/resolve.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { anyBroken, entries, parsed } from '../models.js'
import { nearest } from '../nearest.js'

interface Reference {
  file: string
  path: (string | number)[]
  value: string
}

/** S040 and S041: references that lead nowhere or back to themselves. */
export function* brokenReferences(spec: Spec): Iterable<Mistake> {
  for (const reference of references(spec)) {
    const target = follow(spec, reference.file, reference.value)
    if (target === undefined) {
      const near = nearest(reference.value, knownReferences(spec, reference))
      yield {
        code: 'S040', file: reference.file, path: reference.path, message: `"${reference.value}" leads nowhere`,
        ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
      }
    } else if (leadsBack(spec, target, new Set())) {
      yield { code: 'S041', file: reference.file, path: reference.path, message: `"${reference.value}" leads back to itself` }
    }
  }
}

/** S042: shared definitions that nothing refers to. Silent while a file is broken, because the reference may be in there. */
export function* unusedDefinitions(spec: Spec): Iterable<Mistake> {
  if (anyBroken(spec)) return
  const used = new Set([...references(spec)].map((reference) => {
    const target = follow(spec, reference.file, reference.value)
    return target === undefined ? '' : `${target.file}#${target.pointer}`
  }))
  for (const file of ['parameters.schema.json', 'media.schema.json']) {
    for (const [name] of entries(parsed(spec.files.get(file))?.$defs)) {
      if (!used.has(`${file}#/$defs/${name}`)) yield { code: 'S042', file, path: ['$defs', name], at: 'key', message: `nothing refers to the definition "${name}"` }
    }
  }
}

/** S033: keywords that stand both beside a reference and in what it refers to. Words and defaults may be told anew. */
export function* repeatedKeywords(spec: Spec): Iterable<Mistake> {
  const mayRepeat = new Set(['description', 'default', '$comment', 'x-notes', 'x-source'])
  for (const reference of references(spec)) {
    const target = follow(spec, reference.file, reference.value)
    const path = reference.path.slice(0, -1)
    const siblings = valueAt(parsed(spec.files.get(reference.file)), path)
    if (!isObject(target?.value) || !isObject(siblings)) continue
    for (const keyword of Object.keys(siblings)) {
      if (Object.hasOwn(target.value, keyword) && !mayRepeat.has(keyword)) {
        yield { code: 'S033', file: reference.file, path: [...path, keyword], at: 'key', message: `"${keyword}" is set here and in ${reference.value}` }
      }
    }
  }
}

function* references(spec: Spec): Iterable<Reference> {
  for (const file of spec.files.values()) {
    if (!file.path.startsWith('meta/')) yield* referencesIn(file.path, parsed(file) ?? null, [])
  }
}

function* referencesIn(file: string, value: JsonValue, path: (string | number)[]): Iterable<Reference> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* referencesIn(file, item, [...path, index])
  }
  for (const [key, child] of entries(value)) {
    if (key === '$ref' && typeof child === 'string') yield { file, path: [...path, key], value: child }
    else yield* referencesIn(file, child, [...path, key])
  }
}

interface Target { file: string; pointer: string; value: JsonValue }

function follow(spec: Spec, file: string, reference: string): Target | undefined {
  try {
    return followReference(spec, file, reference)
  } catch {
    return undefined
  }
}

function leadsBack(spec: Spec, target: Target, trail: ReadonlySet<string>): boolean {
  const step = `${target.file}#${target.pointer}`
  if (trail.has(step)) return true
  for (const reference of referencesIn(target.file, target.value, [])) {
    const next = follow(spec, target.file, reference.value)
    if (next !== undefined && leadsBack(spec, next, new Set([...trail, step]))) return true
  }
  return false
}

function knownReferences(spec: Spec, reference: Reference): string[] {
  const prefix = reference.value.split('#')[0] ?? ''
  const file = reference.value.includes('media.schema.json') ? 'media.schema.json' : 'parameters.schema.json'
  return entries(parsed(spec.files.get(file))?.$defs).map(([name]) => `${prefix}#/$defs/${name}`)
}

function valueAt(value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue | undefined {
  let current = value
  for (const step of path) current = Array.isArray(current) ? current[Number(step)] : isObject(current) ? current[step] : undefined
  return current
}
