import type { JsonValue } from '@model-tasks/spec'
import type { Mistake } from './language.js'
import { nearest } from './nearest.js'
import { isTaken, takes } from './takes.js'
import { said } from './words.js'

/** The value (or, for an unknown parameter, the name) that would have been right; undefined where none suggests itself. */
export function suggestionFor(rule: string, mistake: Mistake): JsonValue | undefined {
  return suggestions[rule]?.(mistake)
}

const suggestions: Readonly<Record<string, (mistake: Mistake) => JsonValue | undefined>> = {
  required: ({ module, parameter }) => module.facts.defaults[parameter],
  type: converted,
  enum: ({ params, value }) => alike(value, Array.isArray(params.allowed) ? params.allowed : []),
  minimum: ({ params }) => params.limit,
  maximum: ({ params }) => params.limit,
  'unknown-parameter': (mistake) => {
    const meant = nameMeant(mistake)
    // A name that the request has already is no way to mend it.
    return meant !== undefined && mistake.used.has(meant) ? undefined : meant
  },
}

/** Names that two models have for the same thing. */
export const synonyms: ReadonlyMap<string, string> = new Map([
  ['size', 'aspect_ratio'],
  ['aspect_ratio', 'size'],
])

/** The parameter that an unknown name stands for, which may be in the request already. */
export function nameMeant({ params, parameters, used }: Mistake): string | undefined {
  const name = said(params.parameter)
  const synonym = synonyms.get(name)
  if (synonym !== undefined && parameters.includes(synonym) && !used.has(synonym)) return synonym
  return nearest(name, parameters)
}

/** The value, had it been written as the wanted type, where that is one the parameter takes: "5" for 5, 720 for "720p", one URL for a list of them. */
function converted({ module, parameter, item, params, value }: Mistake): JsonValue | undefined {
  const written = rewritten(value, params.type, item ? [] : (takes(module, parameter).allowed ?? []))
  return written !== undefined && isTaken(module, parameter, item ? [written] : written) ? written : undefined
}

function rewritten(value: unknown, type: JsonValue | undefined, allowed: readonly JsonValue[]): JsonValue | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (type === 'string') return alike(String(value), allowed) ?? String(value)
    // Adding 0 makes -0 a plain one.
    return type === 'integer' ? Math.round(value) + 0 : type === 'boolean' ? [false, true][value] : undefined
  }
  if (typeof value !== 'string' || value.length > 200) return undefined
  if (type === 'array') return [value]
  if (type === 'boolean') return /^(true|false)$/i.test(value) ? /^t/i.test(value) : undefined
  const [, digits] = /^\s*(-?\d{1,15})\s*(?:s|sec|seconds?)?\s*$/i.exec(value) ?? []
  return type === 'integer' && digits !== undefined ? Number(digits) + 0 : undefined
}

/** The allowed value a person most likely meant. */
function alike(value: unknown, allowed: readonly JsonValue[]): JsonValue | undefined {
  if (allowed.length === 1) return allowed[0]
  return typeof value === 'string'
    ? nearest(
        value,
        allowed.filter((option) => typeof option === 'string'),
      )
    : undefined
}
