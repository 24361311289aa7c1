import type { JsonValue, Parameter, UpcomingLimit } from '../../catalogue.js'
import { casesOf } from '../../kinds/index.js'
import { fine, type Case } from '../../kinds/kind.js'
import { nullCase } from '../../kinds/nullable.js'
import type { ExpectedFinding } from './vector.js'

/** What is tried for a parameter of any kind, then what its kind adds, then values beyond limits of a later date. */
export function parameterCases(parameter: Parameter, earlier: readonly Parameter[]): Case[] {
  const absent: Case = {
    about: 'missing',
    value: undefined,
    findings: parameter.required ? [{ rule: 'required' }] : [],
  }
  return [
    absent,
    ...nullCase(parameter, 'null', null),
    ...casesOf(parameter, earlier),
    ...(parameter.upcoming ?? []).flatMap((limit, index) =>
      beyond(limit, parameter).map((value, each) => fine(`upcoming-${index + 1}-${each + 1}`, value)),
    ),
  ].filter(({ about, value }) => !about.startsWith('upcoming-') || isTaken(parameter, value))
}

/** Numbers and strings just inside and just outside a limit that is to come. */
function beyond({ minimum, maximum, minLength, maxLength }: UpcomingLimit, parameter: Parameter): JsonValue[] {
  const step = ('multipleOf' in parameter ? parameter.multipleOf : undefined) ?? 1
  const around = (bound: number | undefined, outward: number): number[] =>
    bound === undefined ? [] : [bound, bound + outward]
  return [
    ...around(minimum, -step),
    ...around(maximum, step),
    ...[...around(minLength, -1), ...around(maxLength, 1)]
      .filter((length) => length >= 0)
      .map((length) => 'a'.repeat(length)),
  ]
}

function isTaken(parameter: Parameter, value: JsonValue | undefined): boolean {
  if (parameter.kind === 'integer' || parameter.kind === 'number')
    return (
      typeof value === 'number' && value >= (parameter.minimum ?? -Infinity) && value <= (parameter.maximum ?? Infinity)
    )
  if (parameter.kind === 'string' || parameter.kind === 'prompt')
    return (
      typeof value === 'string' &&
      parameter.pattern === undefined &&
      value.length >= (parameter.minLength ?? 0) &&
      value.length <= (parameter.maxLength ?? Infinity)
    )
  return false
}

/** The advice on a value that is accepted today and will not be for ever. */
export function datedFindings(
  { name, deprecated, upcoming = [] }: Parameter,
  value: JsonValue | undefined,
  own: readonly ExpectedFinding[],
): ExpectedFinding[] {
  if (value === undefined || value === null) return []
  const advice = (rule: string): ExpectedFinding => ({ rule, path: `/${name}`, severity: 'advice' })
  const isWrong = own.some(({ path }) => path === `/${name}`) || deprecated !== undefined
  return [
    ...(deprecated === undefined ? [] : [advice('parameter-deprecated')]),
    ...(isWrong || !upcoming.some((limit) => isBeyond(limit, value)) ? [] : [advice('limit-upcoming')]),
  ]
}

function isBeyond(limit: UpcomingLimit, value: JsonValue): boolean {
  const [size, low, high] =
    typeof value === 'number'
      ? [value, limit.minimum, limit.maximum]
      : typeof value === 'string'
        ? [[...value].length, limit.minLength, limit.maxLength]
        : Array.isArray(value)
          ? [value.length, limit.minItems, limit.maxItems]
          : [0, undefined, undefined]
  const isGone = limit.values !== undefined && !limit.values.some((each) => each === value)
  return isGone || size < (low ?? -Infinity) || size > (high ?? Infinity)
}
