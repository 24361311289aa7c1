import type { Catalogue, JsonSchema, JsonValue, MediaLimit, MediaParameter, Model } from '../../catalogue.js'
import { conditionsWords } from '../../kinds/words.js'
import { holds } from '../../measures/conditions.js'
import { withDefaults } from '../../measures/defaults.js'
import { boundIn, isByteUnit } from '../../measures/units.js'
import { defaultedModel } from '../../measures/price-subject.js'
import type { Disagreement, FileWitness } from '../event.js'
import { mediaPairs, modelPairs, type Pair } from '../pairs.js'
import { requestWith } from './request-with.js'

/** What each limit measures, as the facts of a file are called. */
const measures: Partial<Record<MediaLimit['rule'], string>> = {
  'media-format': 'format',
  'media-codec': 'codec',
  'media-bytes': 'bytes',
  'media-width': 'width',
  'media-height': 'height',
  'media-pixels': 'pixels',
  'media-video-pixels': 'videoPixels',
  'media-aspect-ratio': 'aspectRatio',
  'media-duration': 'seconds',
  'media-frame-rate': 'framesPerSecond',
  'media-sample-rate': 'sampleRate',
  'media-total-duration': 'totalSeconds',
  'media-total-bytes': 'totalBytes',
}

/**
 * Files that one catalogue lets pass and the other rejects: the first one found for each parameter, measure, condition and
 * direction. Where only a limit under a condition tells them apart, with a request that both accept and that meets it.
 */
export function findFiles(before: Catalogue, after: Catalogue): Disagreement<FileWitness>[] {
  return modelPairs(before, after).flatMap((models) => {
    const alone = (catalogue: Catalogue, model: Model): Catalogue => ({ ...catalogue, models: [model] })
    return mediaPairs(alone(before, models.before), alone(after, models.after)).flatMap((pair) =>
      inParameter(pair, models),
    )
  })
}

function inParameter(
  { subject, before: old, after: now }: Pair<MediaParameter>,
  models: Pair<Model>,
): Disagreement<FileWitness>[] {
  const all = [...old.limits, ...now.limits]
  const conditions = [...new Map(all.map(({ when }) => [JSON.stringify(when), when] as const)).values()]
  return [...new Set(all.map(({ rule }) => rule))].flatMap((rule) => {
    const measure = measures[rule]
    if (measure === undefined) return []
    const [always, found] = [new Set<string>(), new Map<string, Disagreement<FileWitness>>()]
    // First what holds of every request: a condition shows only what that does not.
    for (const when of conditions.toSorted((left, right) => Number(left !== undefined) - Number(right !== undefined))) {
      const request = when && requestWith(when, models)
      if (when !== undefined && request === undefined) continue
      const inForce = ({ limits }: MediaParameter, model: Model): MediaLimit[] =>
        limits.filter((limit) => limit.rule === rule && counts(limit, model, request))
      const [was, is] = [inForce(old, models.before), inForce(now, models.after)]
      for (const value of telling([...was, ...is])) {
        const [wasRejected, isRejected] = [rejects(was, value), rejects(is, value)]
        const direction = isRejected ? 'rejected' : 'accepted'
        const key = `${direction} ${JSON.stringify(when)}`
        if (wasRejected === isRejected || found.has(key) || (when !== undefined && always.has(direction))) continue
        if (when === undefined) always.add(direction)
        const path = `/${subject.split('.').at(-1) ?? ''}`
        const witness: FileWitness = { now: direction, rule, path, file: { [measure]: value } }
        found.set(key, {
          subject,
          witness:
            when === undefined || request === undefined
              ? witness
              : { ...witness, request, where: conditionsWords(when).en },
        })
      }
    }
    return [...found.values()]
  })
}

/** Whether a limit counts in a request; without one, whether it counts in every request. */
function counts({ when }: MediaLimit, model: Model, request: JsonSchema | undefined): boolean {
  if (when === undefined || request === undefined) return when === undefined
  const defaulted = defaultedModel(model)
  return holds(defaulted, when, withDefaults(defaulted, request))
}

/** Values at, just below and just above each bound, between two bounds, and every format with one that is not listed. */
function telling(limits: readonly MediaLimit[]): JsonValue[] {
  const formats = limits.flatMap(({ formats: some = [], codecs = [], discouraged = [] }) => [
    ...some,
    ...codecs,
    ...discouraged,
  ])
  const steps = limits.flatMap(({ multipleOf }) =>
    multipleOf === undefined ? [] : [multipleOf * 10, multipleOf * 10 + 1],
  )
  const bounds = limits
    .flatMap((limit) =>
      [limit.minimum, limit.maximum, limit.exclusiveMinimum, limit.exclusiveMaximum].flatMap((bound) =>
        bound === undefined ? [] : [boundIn(bound, limit.unit)],
      ),
    )
    .sort((left, right) => left - right)
  const between = bounds.slice(1).map((bound, index) => (bound + (bounds[index] ?? bound)) / 2)
  const whole = limits.every(({ unit }) => unit === 'px' || isByteUnit(unit))
  const near = [...bounds, ...between].flatMap((bound) => {
    const step = whole ? 1 : Math.max(Math.abs(bound) / 100, 0.01)
    return [bound, bound - step, bound + step].map((value) => (whole ? Math.round(value) : round(value)))
  })
  return [
    ...(formats.length > 0 ? [...new Set(formats), 'another one'] : []),
    ...steps,
    ...near.filter((value) => value > 0),
  ]
}

/** Whether an error limit rejects what is measured. Of the two readings of a MB only the larger rejects. */
function rejects(limits: readonly MediaLimit[], value: JsonValue): boolean {
  return limits.some((limit) => {
    if (limit.severity !== 'error') return false
    if (typeof value === 'string')
      return limit.discouraged?.includes(value) === true || (limit.formats ?? limit.codecs)?.includes(value) === false
    if (typeof value !== 'number') return false
    const beyond = (bound: number | undefined, isBeyond: (bound: number) => boolean): boolean =>
      bound !== undefined && isBeyond(boundIn(bound, limit.unit))
    return (
      (limit.multipleOf !== undefined && value % limit.multipleOf !== 0) ||
      beyond(limit.minimum, (bound) => value < bound) ||
      beyond(limit.exclusiveMinimum, (bound) => value <= bound) ||
      beyond(limit.maximum, (bound) => value > bound) ||
      beyond(limit.exclusiveMaximum, (bound) => value >= bound)
    )
  })
}

function round(value: number): number {
  return Number(value.toFixed(4))
}
