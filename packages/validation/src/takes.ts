import type { JsonValue } from '@model-tasks/spec'
import { severities } from '@model-tasks/spec/findings'
import type { ModelModule, RawFinding } from '@model-tasks/spec/validators'

/** What a model takes for one parameter, as its validator answers when asked with values that are wrong on purpose. */
export interface Takes {
  required: boolean
  /** `string`, `integer`, `boolean` or `array`; undefined where the model has no such parameter. */
  type: string | undefined
  allowed: readonly JsonValue[] | undefined
  minimum: number | undefined
  maximum: number | undefined
  maxLength: number | undefined
  minItems: number | undefined
  maxItems: number | undefined
  /** `url`, `asset` and `data`: what an item of a media parameter may be. */
  accepts: readonly JsonValue[] | undefined
}

/** Asks a validator what it takes for a parameter. Nothing is known of it beside, so the two cannot disagree. */
export function takes(module: ModelModule, parameter: string): Takes {
  const known = answers.get(module) ?? new Map<string, Takes>()
  answers.set(module, known)
  const answer = known.get(parameter) ?? ask(module, parameter)
  known.set(parameter, answer)
  return answer
}

const answers = new WeakMap<ModelModule, Map<string, Takes>>()

/** Wrong as a text, as a whole number below and above, and as a list that is too long, whatever the limits are. */
const nonsense = '\0'
const least = -Number.MAX_SAFE_INTEGER
const long = 20_000

function ask(module: ModelModule, parameter: string): Takes {
  const found = [
    undefined,
    {},
    nonsense,
    'x'.repeat(long),
    least,
    -least,
    [],
    [nonsense],
    Array.from({ length: long }, () => nonsense),
  ].flatMap((value) => faults(module, parameter, value))
  const param = (rule: string, name: string): JsonValue | undefined =>
    found.find((raw) => raw.rule === rule)?.params[name]
  const limit = (rule: string): number | undefined => {
    const bound = param(rule, 'limit')
    return typeof bound === 'number' ? bound : undefined
  }
  const list = (value: JsonValue | undefined): JsonValue[] | undefined => (Array.isArray(value) ? value : undefined)
  const type = found.find(({ rule, path }) => rule === 'type' && path === `/${parameter}`)?.params.type
  return {
    required: found.some(({ rule }) => rule === 'required'),
    type: typeof type === 'string' ? type : undefined,
    allowed: list(param('enum', 'allowed')),
    minimum: limit('minimum'),
    maximum: limit('maximum'),
    maxLength: limit('max-length'),
    minItems: limit('min-items'),
    maxItems: limit('max-items'),
    accepts: list(param('media-reference', 'accepts')),
  }
}

/** Whether a value alone would be taken for a parameter; rules about several parameters do not count. */
export function isTaken(module: ModelModule, parameter: string, value: JsonValue): boolean {
  return faults(module, parameter, value).every(({ rule }) => severities[rule] === 'advice')
}

/** What is wrong with one value of one parameter. */
function faults(module: ModelModule, parameter: string, value: unknown): RawFinding[] {
  return module
    .validate({ model: module.facts.model, [parameter]: value })
    .filter(
      ({ rule, path }) =>
        (path === `/${parameter}` || path.startsWith(`/${parameter}/`)) && Object.hasOwn(severities, rule),
    )
}
