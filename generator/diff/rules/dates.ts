import type { Catalogue, Deprecation, JsonValue, Parameter, UpcomingLimit, ValueDeprecation } from '../../catalogue.js'
import { deprecationSentence, upcomingSentence } from '../../sentences.js'
import { modelPairs, optionPairs, parameterPairs, same, withoutSource, type Pair } from '../pairs.js'
import { rulesOver, type Row } from './row.js'

type Deprecatable = { deprecated?: Deprecation | ValueDeprecation }
const deprecatable = (before: Catalogue, after: Catalogue): Pair<Deprecatable>[] => [
  ...modelPairs(before, after),
  ...parameterPairs(before, after),
  ...optionPairs(before, after),
]

/*
 * A first announcement is minor: no other day was announced, and what it announces still passes. A day that was announced
 * is a promise until then: who planned by it is rejected before, without another release in between. To take back a part
 * of that time is major, however far away it is.
 */

const deprecation: Row<Deprecatable>[] = [
  {
    id: 'earlier-retirement',
    severity: 'breaking',
    step: 'major',
    summary: 'A model, a parameter or a value that was announced to last until a day is retired before that.',
    find: ({ deprecated: old }, { deprecated: now }) =>
      isEarlier(now?.until, old?.until)
        ? {
            message: `is retired on ${now?.until}, before the announced day (${old?.until})`,
            from: old?.until ?? null,
            to: now?.until ?? null,
          }
        : undefined,
  },
  {
    id: 'changed-deprecation',
    severity: 'advice',
    step: 'minor',
    summary: 'A model, a parameter or a value is deprecated, no longer deprecated, or at other dates.',
    find: ({ deprecated: old }, { deprecated: now }) => {
      if (same(withoutSource(old), withoutSource(now)) || isEarlier(now?.until, old?.until)) return undefined
      return now === undefined ? 'is no longer deprecated' : `is deprecated. ${deprecationSentence(now)}`
    },
  },
]

function isEarlier(now: string | undefined, old: string | undefined): boolean {
  return now !== undefined && old !== undefined && now < old
}

const upcoming: Row<Parameter>[] = [
  {
    id: 'earlier-limit',
    severity: 'breaking',
    step: 'major',
    summary: 'A limit that was announced for a later day applies before that, or is tighter than announced.',
    find: ({ upcoming: old = [] }, { upcoming: now = [] }) => {
      const day = tightenedOn(old, now)
      return day === undefined
        ? undefined
        : `has a limit from ${day} on that was not announced for that day. ${now.map(upcomingSentence).join(' ')}`
    },
  },
  {
    id: 'changed-upcoming-limit',
    severity: 'advice',
    step: 'minor',
    summary: 'A limit that applies from a later date was announced, changed or withdrawn.',
    find: ({ upcoming: old = [] }, { upcoming: now = [] }) => {
      if (same(old.map(withoutSource), now.map(withoutSource)) || tightenedOn(old, now) !== undefined) return undefined
      return now.length === 0
        ? 'has no limit to come any more'
        : `has a limit to come. ${now.map(upcomingSentence).join(' ')}`
    },
  },
]

type Bound = Exclude<keyof UpcomingLimit, 'from' | 'source'>

/** What each bound to come lets pass, as a number that falls when it rejects more. */
const room: Readonly<Record<Bound, (limit: UpcomingLimit) => number>> = {
  minimum: ({ minimum = -Infinity }) => -minimum,
  maximum: ({ maximum = Infinity }) => maximum,
  minLength: ({ minLength = 0 }) => -minLength,
  maxLength: ({ maxLength = Infinity }) => maxLength,
  minItems: ({ minItems = 0 }) => -minItems,
  maxItems: ({ maxItems = Infinity }) => maxItems,
  values: () => 0,
}

/** The first day on which a bound that was announced rejects more than was announced for that day; undefined when none does. */
function tightenedOn(old: readonly UpcomingLimit[], now: readonly UpcomingLimit[]): string | undefined {
  const announced = (Object.keys(room) as Bound[]).filter((bound) => old.some((limit) => limit[bound] !== undefined))
  return now
    .map(({ from }) => from)
    .sort()
    .find((day) => {
      const [before, after] = [old, now].map((limits) => limits.filter(({ from }) => from <= day))
      return announced.some((bound) => isTighter(bound, before ?? [], after ?? []))
    })
}

function isTighter(bound: Bound, old: readonly UpcomingLimit[], now: readonly UpcomingLimit[]): boolean {
  if (bound !== 'values') {
    const least = (limits: readonly UpcomingLimit[]): number => Math.min(...limits.map(room[bound]))
    return least(now) < least(old)
  }
  const rejects = (limits: readonly UpcomingLimit[], value: JsonValue): boolean =>
    limits.some(({ values }) => values !== undefined && !values.some((each) => each === value))
  if (!now.some(({ values }) => values !== undefined)) return false
  return (
    !old.some(({ values }) => values !== undefined) ||
    old.flatMap(({ values = [] }) => values).some((value) => !rejects(old, value) && rejects(now, value))
  )
}

/** What is announced for a later date. */
export const dateRules = [...rulesOver(deprecatable, deprecation), ...rulesOver(parameterPairs, upcoming)]

/** The rules of days that come before the announced ones. A witness of theirs is one as of such a day. */
export const earlierRules: ReadonlySet<string> = new Set(['earlier-retirement', 'earlier-limit'])
