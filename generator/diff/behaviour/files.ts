import type { Catalogue, JsonValue, MediaLimit } from '../../catalogue.js'
import type { Disagreement, FileWitness } from '../event.js'
import { mediaPairs } from '../pairs.js'

/** What each limit measures, as the facts of a file are called. */
const measures: Partial<Record<MediaLimit['rule'], string>> = {
  'media-format': 'format',
  'media-codec': 'codec',
  'media-bytes': 'bytes',
  'media-width': 'width',
  'media-height': 'height',
  'media-aspect-ratio': 'aspectRatio',
  'media-duration': 'seconds',
  'media-frame-rate': 'framesPerSecond',
  'media-total-duration': 'totalSeconds',
  'media-total-bytes': 'totalBytes',
}

/** Files that one catalogue lets pass and the other rejects: the first one found for each parameter, measure and direction. */
export function findFiles(before: Catalogue, after: Catalogue): Disagreement<FileWitness>[] {
  return mediaPairs(before, after).flatMap(({ subject, before: old, after: now }) => {
    const all = [...old.limits, ...now.limits]
    return [...new Set(all.map(({ rule }) => rule))].flatMap((rule) => {
      const measure = measures[rule]
      if (measure === undefined) return []
      const of = (limits: readonly MediaLimit[]): MediaLimit[] =>
        // A file alone does not say whether a condition on its request holds.
        limits.filter((limit) => limit.rule === rule && limit.when === undefined)
      const found = new Map<string, Disagreement<FileWitness>>()
      for (const value of telling(of(all))) {
        const [wasRejected, isRejected] = [of(old.limits), of(now.limits)].map((limits) => rejects(limits, value))
        const direction = isRejected ? 'rejected' : 'accepted'
        if (wasRejected === isRejected || found.has(direction)) continue
        const path = `/${subject.split('.').at(-1) ?? ''}`
        found.set(direction, { subject, witness: { now: direction, rule, path, file: { [measure]: value } } })
      }
      return [...found.values()]
    })
  })
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
        bound === undefined ? [] : [bound * unitOf(limit)],
      ),
    )
    .sort((left, right) => left - right)
  const between = bounds.slice(1).map((bound, index) => (bound + (bounds[index] ?? bound)) / 2)
  const whole = limits.every(({ unit }) => unit === 'MB' || unit === 'px')
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

/** Whether an error limit rejects what is measured. Of the two readings of MB only the larger rejects. */
function rejects(limits: readonly MediaLimit[], value: JsonValue): boolean {
  return limits.some((limit) => {
    if (limit.severity !== 'error') return false
    if (typeof value === 'string')
      return limit.discouraged?.includes(value) === true || (limit.formats ?? limit.codecs)?.includes(value) === false
    if (typeof value !== 'number') return false
    const unit = unitOf(limit)
    const beyond = (bound: number | undefined, isBeyond: (bound: number) => boolean): boolean =>
      bound !== undefined && isBeyond(bound * unit)
    return (
      (limit.multipleOf !== undefined && value % limit.multipleOf !== 0) ||
      beyond(limit.minimum, (bound) => value < bound) ||
      beyond(limit.exclusiveMinimum, (bound) => value <= bound) ||
      beyond(limit.maximum, (bound) => value > bound) ||
      beyond(limit.exclusiveMaximum, (bound) => value >= bound)
    )
  })
}

/** How many bytes, pixels or seconds one of the limit's own unit is. */
function unitOf({ unit }: MediaLimit): number {
  return unit === 'MB' ? 1024 * 1024 : 1
}

function round(value: number): number {
  return Number(value.toFixed(4))
}
