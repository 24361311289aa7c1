import type { Catalogue, JsonSchema, JsonValue, Parameter, Words } from '../catalogue.js'
import { rulesInUse } from '../kinds/rules-in-use.js'
import { isObject } from '../load/json-object.js'
import type { Language } from '../messages/language.js'
import { render, type Slots } from '../messages/render.js'
import type { Reader } from '../read/reader.js'
import { count } from './count.js'
import { ruleFor } from './defaults.js'
import { order } from './order.js'
import { product } from './product.js'
import type { NumbersRule } from './rule.js'
import { sum } from './sum.js'

export { ruleFor } from './defaults.js'
export { pathsIn } from './paths.js'

/** All kinds of rules over numbers. Another kind is a file, its text in `spec/findings.json`, and a line here and in the meta-schema of models. */
export const numbersRules: readonly NumbersRule[] = [sum, product, count, order]

/** A rule over numbers, and the condition under which it counts. */
export interface StatedNumbers {
  kind: NumbersRule
  rule: JsonSchema
  when?: JsonSchema
}

/** The rule over numbers that a schema holds: alone, or as what follows from a condition. */
export function numbersRuleOf(schema: JsonSchema): StatedNumbers | undefined {
  const holder = isObject(schema.then) ? schema.then : schema
  for (const kind of numbersRules) {
    const rule = holder[kind.keyword]
    if (isObject(rule)) return { kind, rule, ...(isObject(schema.if) ? { when: schema.if } : {}) }
  }
  return undefined
}

/** The schema of a rule over numbers that stands in an entry of a model file; undefined where it states none. */
export function readNumbersRule(entry: Reader, parameters: readonly Parameter[]): JsonSchema | undefined {
  const [kind, other] = numbersRules.filter(({ keyword }) => entry.has(keyword))
  if (kind === undefined) return undefined
  if (other !== undefined) entry.refuse(other.keyword, 'a rule of its own')
  const rule = { [kind.keyword]: kind.read(entry.object(kind.keyword), parameters) }
  const when = entry.raw('if')
  return when === undefined ? rule : { if: when, then: rule }
}

/** What a rule over numbers demands of every request, in each language. */
export function demandOf({ kind, rule }: StatedNumbers, languages: Record<keyof Words, Language>): Words {
  const { text, ...slots } = kind.demand(rule)
  const inLanguage = (language: Language): string => render(language.texts[text] ?? [], slots, language)
  return { en: inLanguage(languages.en), zh: inLanguage(languages.zh) }
}

/**
 * A language without the texts of rules that no model states: a page that checks requests loads all that is left.
 * The text of a rule is named after its keyword: `rule-sum` of `x-sum`.
 */
export function withTextsInUse(language: Language, models: Catalogue['models']): Language {
  const stated = new Set(models.flatMap(({ rules }) => rules.map(({ schema }) => numbersRuleOf(schema)?.kind)))
  const idle = numbersRules
    .filter((kind) => !stated.has(kind))
    .map(({ keyword }) => `rule-${keyword.slice('x-'.length)}`)
  const texts = Object.entries(language.texts).filter(([name]) => !idle.includes(name))
  const rules = Object.fromEntries(rulesInUse(Object.entries(language.rules), models))
  return { ...language, rules, texts: Object.fromEntries(texts) }
}

/** What is said of the numbers of a body that break a rule over numbers; nothing of any other rule. */
export function saidOfNumbers(
  schema: JsonSchema,
  body: JsonValue,
  satisfies: (schema: JsonSchema, body: JsonValue) => boolean,
): Slots {
  const stated = numbersRuleOf(schema)
  return (
    stated?.kind.broken(
      body,
      ruleFor(stated.rule, (condition) => satisfies(condition, body)),
    ) ?? {}
  )
}

/** The rule as plain JSON Schema; undefined where that has no words for it. */
export function portableSchema(schema: JsonSchema): JsonSchema | undefined {
  const stated = numbersRuleOf(schema)
  if (stated === undefined) return schema
  const lowered = stated.kind.schema?.(stated.rule)
  return lowered === undefined || stated.when === undefined ? lowered : { if: stated.when, then: lowered }
}
