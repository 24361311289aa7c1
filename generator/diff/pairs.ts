import { isDeepStrictEqual } from 'node:util'
import { conditionsWords } from '../kinds/words.js'
import type {
  Catalogue,
  JsonValue,
  MediaLimit,
  MediaParameter,
  Model,
  Parameter,
  PromptLimit,
  PromptParameter,
  Rule,
  Source,
  ValueOption,
} from '../catalogue.js'
import { optionsOf } from '../kinds/options.js'
import { isListed } from '../kinds/value-list.js'

/** The same thing before and after. */
export interface Pair<T> {
  subject: string
  before: T
  after: T
}

/** The catalogue as one pair. */
export function cataloguePair(before: Catalogue, after: Catalogue): Pair<Catalogue>[] {
  return [{ subject: '', before, after }]
}

/** Models that are in both catalogues, under the same id or one they were renamed from. */
export function modelPairs(before: Catalogue, after: Catalogue): Pair<Model>[] {
  const old = new Map(before.models.map((model) => [model.id, model]))
  return after.models.flatMap((model) => {
    const match = [model.id, ...(model.renamedFrom ?? [])].flatMap((id) => old.get(id) ?? [])[0]
    return match === undefined ? [] : [{ subject: model.id, before: match, after: model }]
  })
}

/** Parameters of any kind that are in both, and what lies inside them: `angle` of an object, `[]` for the items of a list. */
export function parameterPairs(before: Catalogue, after: Catalogue): Pair<Parameter>[] {
  return modelPairs(before, after).flatMap((models) =>
    namedPairs(models.before.parameters, models.after.parameters, models.subject),
  )
}

function namedPairs(before: readonly Parameter[], after: readonly Parameter[], owner: string): Pair<Parameter>[] {
  const old = byKey(before, ({ name }) => name)
  return after.flatMap((parameter) => {
    const match = [parameter.name, ...(parameter.renamedFrom ?? [])].flatMap((name) => old.get(name) ?? [])[0]
    return match === undefined
      ? []
      : withInner({ subject: `${owner}.${parameter.name}`, before: match, after: parameter })
  })
}

function withInner(pair: Pair<Parameter>): Pair<Parameter>[] {
  const { subject, before, after } = pair
  if (before.kind === 'object' && after.kind === 'object')
    return [pair, ...namedPairs(before.members, after.members, subject)]
  if (before.kind === 'union' && after.kind === 'union') {
    const forms = pairsOf(before.variants, after.variants, ({ name }) => name)
    return [
      pair,
      ...namedPairs([before.tag], [after.tag], subject),
      ...forms.flatMap((form) => withInner({ ...form, subject: `${subject}(${form.subject})` })),
    ]
  }
  if (before.kind === 'map' && after.kind === 'map')
    return [pair, ...withInner({ subject: `${subject}{}`, before: before.values, after: after.values })]
  if (before.kind === 'list' && after.kind === 'list')
    return [pair, ...withInner({ subject: `${subject}[]`, before: before.items, after: after.items })]
  return [pair]
}

/** What has named parameters: a model, or an object in it. An open one accepts any name. */
export interface Owner {
  parameters: Parameter[]
  isOpen: boolean
}

/** Models, and objects inside them, that are in both. */
export function ownerPairs(before: Catalogue, after: Catalogue): Pair<Owner>[] {
  const ofModel = ({ parameters, reference }: Model): Owner => ({ parameters, isOpen: !reference })
  return [
    ...modelPairs(before, after).map((models) => ({
      subject: models.subject,
      before: ofModel(models.before),
      after: ofModel(models.after),
    })),
    ...parameterPairs(before, after).flatMap(({ subject, before: old, after: now }) => {
      const [was, is] = [namedIn(old), namedIn(now)]
      return was === undefined || is === undefined || old.kind !== now.kind
        ? []
        : [{ subject, before: { parameters: was, isOpen: false }, after: { parameters: is, isOpen: false } }]
    }),
  ]
}

/** What an object names; of a union that is the tag, since each form is an object of its own. */
function namedIn(parameter: Parameter): Parameter[] | undefined {
  if (parameter.kind === 'union') return [parameter.tag]
  return parameter.kind === 'object' ? parameter.members : undefined
}

/** Media parameters that are in both. */
export function mediaPairs(before: Catalogue, after: Catalogue): Pair<MediaParameter>[] {
  return parameterPairs(before, after).flatMap(({ subject, before: old, after: now }) =>
    old.kind === 'media' && now.kind === 'media' ? [{ subject, before: old, after: now }] : [],
  )
}

/** Prompts that are in both. */
export function promptPairs(before: Catalogue, after: Catalogue): Pair<PromptParameter>[] {
  return parameterPairs(before, after).flatMap(({ subject, before: old, after: now }) =>
    old.kind === 'prompt' && now.kind === 'prompt' ? [{ subject, before: old, after: now }] : [],
  )
}

/** The values of a choice, and null where it is taken, or those known of a list that grows. */
function valuesOf(parameter: Parameter): readonly ValueOption['value'][] {
  if (parameter.kind === 'enum') return parameter.nullable ? [...parameter.values, null] : parameter.values
  return isListed(parameter) ? parameter.list.values : []
}

/** What is said of the values that are in both, under the parameter and the value. */
export function optionPairs(before: Catalogue, after: Catalogue): Pair<ValueOption>[] {
  return parameterPairs(before, after).flatMap(({ subject, before: old, after: now }) => {
    const optionOf = (parameter: Parameter, value: ValueOption['value']): ValueOption =>
      optionsOf(parameter).find((option) => option.value === value) ?? { value }
    const before = valuesOf(old)
    return valuesOf(now)
      .filter((value) => before.includes(value))
      .map((value) => ({
        subject: `${subject} ${show(value)}`,
        before: optionOf(old, value),
        after: optionOf(now, value),
      }))
  })
}

/** Cross-field rules that are in both. */
export function rulePairs(before: Catalogue, after: Catalogue): Pair<Rule>[] {
  return modelPairs(before, after).flatMap((models) =>
    pairsOf(models.before.rules, models.after.rules, (rule) => rule.id).map((pair) => ({
      ...pair,
      subject: `${models.subject} ${pair.subject}`,
    })),
  )
}

/** Limits of the same rule before and after, where either may be absent. */
export function limitPairs<T extends MediaLimit | PromptLimit>(
  before: { limits: T[] },
  after: { limits: T[] },
): { name: string; old: T | undefined; now: T | undefined }[] {
  const key = (limit: T): string => {
    if ('count' in limit) return `${limit.rule} (${limit.count})`
    return 'when' in limit && limit.when !== undefined
      ? `${limit.rule} where ${conditionsWords(limit.when).en}`
      : limit.rule
  }
  const [old, now] = [byKey(before.limits, key), byKey(after.limits, key)]
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => ({ name, old: old.get(name), now: now.get(name) }))
}

/** The keys that both lists have, in the order of each. */
export function orderOf<T>(before: readonly T[], after: readonly T[], key: (item: T) => string): [string[], string[]] {
  const shared = (list: readonly T[], others: readonly T[]): string[] => {
    const known = byKey(others, key)
    return list.map(key).filter((each) => known.has(each))
  }
  return [shared(before, after), shared(after, before)]
}

/** Things with the same key in both lists. */
export function pairsOf<T>(before: readonly T[], after: readonly T[], key: (item: T) => string): Pair<T>[] {
  const old = byKey(before, key)
  return after.flatMap((item) => {
    const match = old.get(key(item))
    return match === undefined ? [] : [{ subject: key(item), before: match, after: item }]
  })
}

/** Things that only `list` has, and `others` has not. */
export function without<T>(list: readonly T[], others: readonly T[], key: (item: T) => string): T[] {
  const known = byKey(others, key)
  return list.filter((item) => !known.has(key(item)))
}

/** Whether two JSON values are the same; the order of keys does not count. */
export function same(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right)
}

/** A fact without the place of the interface that states it, which is compared on its own. */
export function withoutSource(fact: { source: Source } | undefined): unknown {
  return fact === undefined ? undefined : { ...fact, source: undefined }
}

/** A value as short text for a message. */
export function show(value: JsonValue | undefined): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}

function byKey<T>(list: readonly T[], key: (item: T) => string): Map<string, T> {
  return new Map(list.map((item) => [key(item), item]))
}
