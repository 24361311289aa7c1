import type { Parameter, ValueList } from '../../catalogue.js'
import { boundsOf, boundText, effectiveBounds, isTighter, type Bound } from '../bounds.js'
import { ownerPairs, parameterPairs, same, show, without, withoutSource } from '../pairs.js'
import { defaultOf, formDirection, isUnlimited, parameterType } from '../parameter-facts.js'
import { rulesOver, type Detail, type Row } from './row.js'

/** Parameters that came and went, in a model or in an object. */
const memberRules = rulesOver(ownerPairs, [
  {
    id: 'removed-parameter',
    severity: 'breaking',
    step: 'major',
    summary: 'A parameter is gone: requests that send it are rejected.',
    find: (old, now) => {
      const renamed = new Set(now.parameters.flatMap(({ renamedFrom = [] }) => renamedFrom))
      return now.isOpen
        ? undefined
        : without(old.parameters, now.parameters, ({ name }) => name)
            .filter(({ name }) => !renamed.has(name))
            .map(({ name }) => ({ inside: `.${name}`, message: 'is removed' }))
    },
  },
  {
    id: 'added-required-parameter',
    severity: 'breaking',
    step: 'major',
    summary: 'A new parameter must be sent.',
    find: (old, now) =>
      added(old, now).flatMap(({ name, required }) => (required ? isNew(name, 'is new and required') : [])),
  },
  {
    id: 'added-parameter',
    severity: 'note',
    step: 'minor',
    summary: 'A new parameter may be sent.',
    find: (old, now) =>
      added(old, now).flatMap(({ name, required, phrase }) => (required ? [] : isNew(name, `is new: ${phrase.en}`))),
  },
])

function added(old: { parameters: Parameter[]; isOpen: boolean }, now: { parameters: Parameter[] }): Parameter[] {
  if (old.isOpen) return []
  const known = new Set(old.parameters.map(({ name }) => name))
  return now.parameters.filter(({ name, renamedFrom = [] }) => ![name, ...renamedFrom].some((each) => known.has(each)))
}

function isNew(name: string, message: string): Detail[] {
  return [{ inside: `.${name}`, message }]
}

/** Each limit that is stricter (or, the other way round, less strict) now. */
function limits(old: Parameter, now: Parameter, isFound: (before: Bound, after: Bound) => boolean): Detail[] {
  if (old.kind !== now.kind || (old.kind === 'media' && parameterType(old) !== parameterType(now))) return []
  const [earlier, effectiveEarlier, effective] = [boundsOf(old), effectiveBounds(old), effectiveBounds(now)]
  return boundsOf(now).flatMap((bound, index) => {
    const [before, hadBefore, has] = [earlier[index], effectiveEarlier[index], effective[index]]
    if (before === undefined || hadBefore === undefined || has === undefined) return []
    // Only what the pattern of the other state does not say already.
    return isFound(before, bound) && isFound(hadBefore, bound) && isFound(before, has)
      ? [
          {
            message: `accepts ${boundText(bound)} (before: ${boundText(before)})`,
            from: before.value ?? null,
            to: bound.value ?? null,
            side: bound.side,
          },
        ]
      : []
  })
}

const changed: Row<Parameter>[] = [
  {
    id: 'renamed-parameter',
    severity: 'breaking',
    step: 'major',
    summary: 'A parameter has another name, and its model says which it had.',
    find: ({ name: from }, { name: to }) =>
      from === to ? undefined : { message: `is the new name of ${from}; replace it in requests`, from, to },
  },
  {
    id: 'became-required',
    severity: 'breaking',
    step: 'major',
    summary: 'A parameter that could be left out must be sent.',
    find: (old, now) => (!old.required && now.required ? 'is required now' : undefined),
  },
  {
    id: 'became-optional',
    severity: 'note',
    step: 'minor',
    summary: 'A parameter may be left out now.',
    find: (old, now) => (old.required && !now.required ? 'is optional now' : undefined),
  },
  {
    id: 'changed-type',
    severity: 'breaking',
    step: 'major',
    summary: 'A parameter is of another kind or type.',
    find: (old, now) => {
      const [from, to] = [parameterType(old), parameterType(now)]
      return from === to ? undefined : { message: `is ${to} now (before: ${from})`, from, to }
    },
  },
  {
    id: 'changed-default',
    severity: 'danger',
    step: 'minor',
    summary: 'A default changed: requests that leave the parameter out get something else.',
    find: (old, now) => {
      const [from, to] = [defaultOf(old), defaultOf(now)]
      if (from === undefined || to === undefined || from === to) return undefined
      const message = `has the default ${show(to)} (before: ${show(from)})`
      // The client sends the default of a required parameter, and the caller pays for what it asks for.
      return now.required
        ? {
            message: `${message}, which the client sends and the caller pays for`,
            from,
            to,
            severity: 'breaking',
            step: 'major',
          }
        : { message, from, to }
    },
  },
  {
    id: 'changed-conditional-default',
    severity: 'danger',
    step: 'minor',
    summary:
      'Defaults that depend on the request changed: requests that leave the parameter out may get something else.',
    find: (old, now) => {
      const [from, to] = [conditionalDefaults(old), conditionalDefaults(now)]
      return from === to ? undefined : { message: `has other defaults by condition: ${to} (before: ${from})`, from, to }
    },
  },
  {
    id: 'added-default',
    severity: 'danger',
    step: 'minor',
    summary: 'A parameter has a default now.',
    find: (old, now) => {
      const to = defaultOf(now)
      return defaultOf(old) === undefined && to !== undefined
        ? { message: `has the default ${show(to)} now`, to }
        : undefined
    },
  },
  {
    id: 'removed-default',
    severity: 'danger',
    step: 'minor',
    summary: 'An optional parameter has no default any more.',
    find: (old, now) => (now.required ? undefined : withoutDefault(old, now)),
  },
  {
    id: 'removed-default-of-required',
    severity: 'breaking',
    step: 'major',
    summary: 'A required parameter has no default any more, so programs must give a value.',
    find: (old, now) => (now.required ? withoutDefault(old, now) : undefined),
  },
  {
    id: 'removed-null',
    severity: 'breaking',
    step: 'major',
    summary: 'Null is no longer accepted.',
    find: (old, now) => (old.nullable && !now.nullable ? { message: 'no longer accepts null', from: null } : undefined),
  },
  {
    id: 'added-null',
    severity: 'note',
    step: 'minor',
    summary: 'Null is accepted too.',
    find: (old, now) => (!old.nullable && now.nullable ? { message: 'accepts null too', to: null } : undefined),
  },
  {
    id: 'removed-value',
    severity: 'breaking',
    step: 'major',
    summary: 'A value is no longer accepted.',
    find: (old, now) =>
      old.kind === 'enum' && now.kind === 'enum'
        ? without(old.values, now.values, show).map((from) => ({ message: `no longer accepts ${show(from)}`, from }))
        : undefined,
  },
  {
    id: 'added-value',
    severity: 'note',
    step: 'minor',
    summary: 'One more value is accepted.',
    find: (old, now) =>
      old.kind === 'enum' && now.kind === 'enum'
        ? without(now.values, old.values, show).map((to) => ({ message: `accepts ${show(to)} too`, to }))
        : undefined,
  },
  {
    id: 'reordered-values',
    severity: 'note',
    step: 'patch',
    summary: 'Values stand in another order.',
    find: (old, now) =>
      old.kind === 'enum' &&
      now.kind === 'enum' &&
      !same(
        old.values.filter((value) => now.values.includes(value)),
        now.values.filter((value) => old.values.includes(value)),
      )
        ? 'lists its values in another order'
        : undefined,
  },
  {
    id: 'removed-listed-value',
    severity: 'breaking',
    step: 'major',
    summary: 'A value is no longer in a list that grows: it passes, is advised against, and the service may reject it.',
    find: (old, now) =>
      listedOnly(old, now).map((from) => ({ message: `no longer has ${show(from)} in its list`, from })),
  },
  {
    id: 'added-listed-value',
    severity: 'note',
    step: 'minor',
    summary: 'A value is new in a list that grows. It could be sent before, and was advised against.',
    find: (old, now) => listedOnly(now, old).map((to) => ({ message: `has ${show(to)} in its list too`, to })),
  },
  {
    id: 'changed-value-list',
    severity: 'note',
    step: 'patch',
    summary:
      'A list that grows is new, gone, of another day or name, or in another order. Any value may be sent as before.',
    find: (old, now) => {
      const [before, after] = [listOf(old), listOf(now)]
      if (same(withoutSource(before), withoutSource(after))) return undefined
      if (before !== undefined && after !== undefined && before.date === after.date && before.name === after.name)
        return same(
          before.values.filter((value) => after.values.includes(value)),
          after.values.filter((value) => before.values.includes(value)),
        )
          ? undefined
          : 'lists its known values in another order'
      const [from, to] = [listText(before), listText(after)]
      return { message: `suggests ${to} (before: ${from})`, from, to }
    },
  },
  {
    id: 'tightened-limit',
    severity: 'breaking',
    step: 'major',
    summary: 'A number, a length or a count is limited more than before.',
    find: (old, now) => limits(old, now, isTighter),
  },
  {
    id: 'loosened-limit',
    severity: 'note',
    step: 'minor',
    summary: 'A number, a length or a count is limited less than before.',
    find: (old, now) => limits(old, now, (before, after) => isTighter(after, before)),
  },
  {
    id: 'changed-unit',
    severity: 'breaking',
    step: 'major',
    summary: 'The unit of a parameter changed: the same number asks for something else.',
    find: (old, now) => {
      const [from = null, to = null] = ['unit' in old ? old.unit : undefined, 'unit' in now ? now.unit : undefined]
      if (from === to) return undefined
      if (from === null) return { message: `is said to be in ${to}`, from, to, severity: 'note', step: 'minor' }
      if (to === null)
        return { message: `is no longer said to be in ${from}`, from, to, severity: 'danger', step: 'minor' }
      return { message: `is in ${to} now (before: ${from})`, from, to }
    },
  },
  {
    id: 'changed-openness',
    severity: 'note',
    step: 'minor',
    summary: 'It became known, or unknown, what values a free string takes.',
    find: (old, now) =>
      old.kind !== now.kind || isUnlimited(old) === isUnlimited(now)
        ? undefined
        : isUnlimited(now)
          ? 'says that its values are not shown'
          : 'no longer says that its values are not shown',
  },
  {
    id: 'narrowed-form',
    severity: 'breaking',
    step: 'major',
    summary:
      'A pattern, a format, a step or a ban on repeats is new or another: values that were accepted may be rejected.',
    find: (old, now) => formDirection(old, now).narrower,
  },
  {
    id: 'widened-form',
    severity: 'note',
    step: 'minor',
    summary: 'A pattern, a format, a step or a ban on repeats no longer limits a value, or limits it less.',
    find: (old, now) => formDirection(old, now).wider,
  },
  {
    id: 'changed-examples',
    severity: 'note',
    step: 'patch',
    summary: 'The examples of a form changed.',
    find(old, now) {
      if (old.kind === 'map' && now.kind === 'map')
        return same(old.names?.examples, now.names?.examples) ? undefined : 'has other examples of names'
      return 'examples' in old && 'examples' in now && !same(old.examples, now.examples)
        ? 'has other examples'
        : undefined
    },
  },
  {
    id: 'changed-earlier-names',
    severity: 'note',
    step: 'minor',
    summary: 'The names a parameter had before changed.',
    find: ({ name: before, renamedFrom: old = [] }, { name, renamedFrom: now = [] }) =>
      before !== name || same(old, now) ? undefined : `was called ${now.join(', ') || 'nothing else'} before`,
  },
]

/** The values of a list that the other state, which has one too, does not know. */
function listedOnly(parameter: Parameter, other: Parameter): string[] {
  const [list, others] = [listOf(parameter), listOf(other)]
  return list === undefined || others === undefined ? [] : without(list.values, others.values, String)
}

function listOf(parameter: Parameter): ValueList | undefined {
  return parameter.kind === 'string' ? parameter.list : undefined
}

/** `400 values of voices from 2026-11-20` */
function listText(list: ValueList | undefined): string {
  return list === undefined ? 'no values' : `${list.values.length} values of ${list.name} from ${list.date}`
}

/** `{"quality":"hd"} → 10; {"quality":"sd"} → 5`, in no language. */
function conditionalDefaults({ defaults = [] }: Parameter): string {
  return defaults.map(({ when, default: value }) => `${JSON.stringify(when)} → ${show(value)}`).join('; ') || '–'
}

function withoutDefault(old: Parameter, now: Parameter): Detail | undefined {
  const from = defaultOf(old)
  return from !== undefined && defaultOf(now) === undefined
    ? { message: `has no default any more (before: ${show(from)})`, from }
    : undefined
}

/** What happens to parameters, at top level and inside objects and lists. */
export const parameterRules = [...memberRules, ...rulesOver(parameterPairs, changed)]
