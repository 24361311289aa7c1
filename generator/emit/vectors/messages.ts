import type { JsonSchema, JsonValue, Model, Words } from '../../catalogue.js'
import type { Shared } from '../../file.js'
import { satisfies } from '../../check/satisfies.js'
import { valueSchema } from '../../kinds/index.js'
import { messageOf, mistakeOf, slotsOf, suggestionFor, type Mistake, type Slots } from '../../messages/index.js'
import { perLatestModel } from '../../per-model.js'
import type { ParameterFacts } from '../../text-facts.js'
import { textFacts } from '../facts.js'
import { parameterAt } from './parameter-at.js'
import type { ExpectedFinding } from './vector.js'

/** The message of a finding in each language. What the validator reports beside it follows here from the facts alone. */
export function withMessage(finding: ExpectedFinding, body: JsonSchema, model: Model, shared: Shared): ExpectedFinding {
  const { rule, path, severity } = finding
  const facts = factsOf(model)
  const mistake = mistakeOf({ rule, path, params: {} }, facts, body, (steps, value) =>
    isAccepted(model, steps, value, body),
  )
  const params = { ...derived[rule]?.(mistake), ...finding.params }
  const reported = { rule, path, params }
  const known = { ...mistake, params }
  const isModelRule = Object.hasOwn(facts.rules, rule)
  const suggestion = isModelRule ? undefined : suggestionFor(rule, known)
  const { en, zh } = shared.languages
  const message: Words = {
    en: messageOf(reported, known, suggestion, en),
    zh: messageOf(reported, known, suggestion, zh),
  }
  const slots = isModelRule ? params : usedSlots(rule, slotsOf(rule, known, suggestion), shared.languages)
  return { rule, path, severity, message, slots }
}

/** The slots that a text of the rule has in any language: what else is known of a finding fills no placeholder. */
export function usedSlots(rule: string, slots: Slots, languages: Shared['languages']): Slots {
  const texts = Object.values(languages).flatMap(({ rules }) => rules[rule] ?? [])
  const used = new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)/g)].map(([, slot]) => slot)))
  return Object.fromEntries(Object.entries(slots).filter(([slot]) => used.has(slot)))
}

const factsOf = perLatestModel(textFacts)

function isAccepted(model: Model, steps: readonly string[], value: JsonValue, body: JsonSchema): boolean {
  const parameter = parameterAt(steps, model.parameters, body)
  return parameter !== undefined && satisfies(valueSchema(parameter), value)
}

type Params = Record<string, JsonValue>
type Derive = (mistake: Mistake) => Params

/** The bound of the number that a value is beyond. */
const bound =
  (side: 'minimum' | 'maximum', exclusive: 'exclusiveMinimum' | 'exclusiveMaximum'): Derive =>
  ({ accepted, value }) => {
    const open = accepted?.[exclusive]
    const isOpen = open !== undefined && (side === 'minimum' ? Number(value) <= open : Number(value) >= open)
    return isOpen ? { limit: open, exclusive: true } : limitOf(accepted?.[side])
  }

const limitOf = (limit: number | undefined): Params => (limit === undefined ? {} : { limit })

/** What a validator reports beside rule and path, from the facts of the place. */
const derived: Readonly<Record<string, Derive>> = {
  type: ({ accepted, steps }) => ({ type: accepted === undefined ? 'string' : typeAt(accepted, steps) }),
  enum: ({ accepted }) => ({ allowed: [...(accepted?.allowed ?? [])] }),
  minimum: bound('minimum', 'exclusiveMinimum'),
  maximum: bound('maximum', 'exclusiveMaximum'),
  'multiple-of': ({ accepted }) => ({ step: accepted?.multipleOf ?? 1 }),
  'min-length': ({ accepted }) => limitOf(accepted?.minLength),
  'max-length': ({ accepted }) => limitOf(accepted?.maxLength),
  pattern: ({ accepted }) => ({ example: accepted?.examples?.[0] ?? '' }),
  'min-items': ({ accepted }) => limitOf(accepted?.minItems),
  'max-items': ({ accepted }) => limitOf(accepted?.maxItems),
  'media-reference': ({ accepted }) => ({ accepts: [...(accepted?.accepts ?? [])] }),
  'unknown-parameter': ({ steps }) => ({ parameter: steps.at(-1) ?? '' }),
  'parameter-deprecated': ({ accepted }) => ({ ...accepted?.deprecated }),
  'value-deprecated': ({ accepted, value }) => ({
    ...accepted?.options?.find((option) => option.value === value)?.deprecated,
  }),
  'value-unlisted': ({ accepted }) => (accepted?.list === undefined ? {} : { date: accepted.list.date }),
  'model-deprecated': ({ facts }) => ({ ...facts.deprecated }),
  'limit-upcoming': upcoming,
}

/** The JSON type at a place: an item of a list of references is a string. */
function typeAt({ kind, type }: ParameterFacts, steps: readonly string[]): string {
  return kind === 'media' && /^\d+$/.test(steps.at(-1) ?? '') ? 'string' : type
}

/** The first of the limits to come that a value is beyond. */
function upcoming({ accepted, value }: Mistake): Params {
  const [unit, size] =
    typeof value === 'number'
      ? (['imum', value] as const)
      : typeof value === 'string'
        ? (['Length', [...value].length] as const)
        : (['Items', Array.isArray(value) ? value.length : 0] as const)
  for (const limit of accepted?.upcoming ?? []) {
    const [low, high] = [limit[`min${unit}`], limit[`max${unit}`]]
    if (limit.values !== undefined && !limit.values.some((each) => each === value))
      return { from: limit.from, allowed: [...limit.values] }
    if (low !== undefined && size < low) return { from: limit.from, limit: low, side: 'lower' }
    if (high !== undefined && size > high) return { from: limit.from, limit: high, side: 'upper' }
  }
  return {}
}
