import type { JsonValue, Parameter } from '../catalogue.js'
import { same } from './pairs.js'

/** The default of a parameter; undefined where it has none. */
export function defaultOf(parameter: Parameter): JsonValue | undefined {
  return 'default' in parameter ? parameter.default : undefined
}

/** Whether it is a free string of which the interface does not show the values. */
export function isUnlimited(parameter: Parameter): boolean {
  return parameter.kind === 'string' && parameter.values !== undefined
}

/** The kind of a parameter, with the type of its files. Of which types the values of a choice are, the values show. */
export function parameterType(parameter: Parameter): string {
  if (parameter.kind === 'enum') return 'a choice'
  if (parameter.kind !== 'media') return parameter.kind
  return parameter.single ? `one ${parameter.media} reference` : `a list of ${parameter.media} references`
}

/**
 * Which facts about the form of a value may reject what they let pass, and which only let more pass. A pattern that is
 * replaced by another counts as narrower: which of two expressions accepts more is unknown.
 */
export function formDirection(old: Parameter, now: Parameter): { narrower: string[]; wider: string[] } {
  const narrower: string[] = []
  const wider: string[] = []
  if (old.kind !== now.kind || old.kind === 'media') return { narrower, wider }
  for (const key of ['format', 'pattern', 'multipleOf', 'uniqueItems'] as const) {
    const [from, to] = [formFact(old, key), formFact(now, key)]
    // The pattern of a format follows from the format.
    if (same(from, to) || (key === 'pattern' && fact(now, 'format') !== fact(old, 'format'))) continue
    if (key === 'format' && to === undefined && fact(now, 'pattern') !== undefined) {
      narrower.push(`has the pattern ${show(fact(now, 'pattern'))} (before: the format ${show(from)})`)
      continue
    }
    const words = `${names[key]} ${show(to)} (before: ${show(from)})`
    const isWider = to === undefined || (key === 'multipleOf' && isMultiple(from, to))
    ;(isWider ? wider : narrower).push(words)
  }
  return { narrower, wider }
}

/** A fact of a value; of a map the pattern of its names. */
function formFact(parameter: Parameter, key: keyof typeof names): unknown {
  return parameter.kind === 'map' && key === 'pattern' ? parameter.names?.pattern : fact(parameter, key)
}

const names = {
  format: 'has the format',
  pattern: 'has the pattern',
  multipleOf: 'is a multiple of',
  uniqueItems: 'has unique items:',
}

function show(value: unknown): string {
  return value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether every multiple of `from` is one of `to`; decimal steps are not exact in binary. */
function isMultiple(from: unknown, to: unknown): boolean {
  if (typeof from !== 'number' || typeof to !== 'number') return false
  const steps = from / to
  return Math.abs(steps - Math.round(steps)) < 1e-9 && Math.round(steps) > 0
}

function fact(parameter: Parameter, key: string): unknown {
  return Reflect.get(parameter, key)
}
