import type { MediaLimit } from '@model-tasks/spec/catalogue'
import { loaders } from '@model-tasks/spec/media'
import { reportOf, type Finding, type Report } from './finding.js'
import { misnamed } from './misnamed.js'
import { resolveModel } from './resolve.js'
import { listed } from './words.js'

/** Facts about one media file of a request. What is not known is left out, and no limit on it is applied. */
export interface MediaProbe {
  parameter: string
  /** Place in the parameter's array. */
  index: number
  /** Such as `jpeg`, `.jpg` or `image/jpeg`. */
  format?: string
  bytes?: number
  /** Pixels. */
  width?: number
  height?: number
  seconds?: number
  framesPerSecond?: number
}

/**
 * Applies a model's media limits to facts about the files: each file, and the files of one parameter together.
 * A limit in MB refuses what is beyond it in binary megabytes and advises on what lies between the decimal and the
 * binary reading. Loads that one model's limits only.
 */
export async function checkMedia(model: string, probes: readonly MediaProbe[]): Promise<Report> {
  const resolved = resolveModel({ model }, loaders)
  if (resolved === undefined) return misnamed({ model }, Object.keys(loaders))
  const { limits } = await loaders[resolved.model]()
  const findings = Object.entries(limits).flatMap(([parameter, ofParameter]) => {
    const files = probes.filter((probe) => probe.parameter === parameter)
    return files.length === 0 ? [] : ofParameter.flatMap((limit) => checkLimit(limit, files))
  })
  return reportOf(resolved.model, findings)
}

function checkLimit(limit: MediaLimit, files: MediaProbe[]): Finding[] {
  const together = limit.rule.startsWith('media-total-') || limit.rule === 'media-size-unclear'
  const groups = together ? [files] : files.map((file) => [file])
  return groups.flatMap((group) => {
    const broken = breach(limit, group)
    const [first] = group
    if (broken === undefined || first === undefined) return []
    const { parameter, index } = first
    return [
      {
        rule: limit.rule,
        severity: broken.severity ?? limit.severity,
        path: together ? `/${parameter}` : `/${parameter}/${index}`,
        parameter,
        message: `${parameter}${together ? '' : `[${index}]`}: ${broken.text}`,
        ...(broken.bound === undefined ? {} : { limit: broken.bound }),
        ...(limit.formats === undefined ? {} : { allowed: limit.formats }),
        source: [limit.source.section, ...(limit.source.item === undefined ? [] : [String(limit.source.item)])].join(
          ', ',
        ),
      },
    ]
  })
}

interface Breach {
  text: string
  severity?: 'advice'
  bound?: number
}

function breach(limit: MediaLimit, files: MediaProbe[]): Breach | undefined {
  if (limit.rule === 'media-size-unclear') {
    return {
      text: `the interface limits each file to "${limit.quote ?? ''}" without showing the unit; keep files small`,
    }
  }
  if (limit.rule === 'media-format') return wrongFormat(limit, files[0]?.format)
  const measure = measures[limit.rule]
  const known = files.flatMap((file) => measure.of(file) ?? [])
  if (known.length === 0) return undefined
  const value = Math.round(known.reduce((sum, part) => sum + part, 0) * 1e6) / 1e6
  const megabytes = limit.unit === 'MB'
  const is = `${measure.noun} ${megabytes ? inMegabytes(value) : said(value, limit)}; it must be ${range(limit)}`
  const bound = brokenBound(value, limit, megabytes ? 1024 * 1024 : 1)
  if (bound !== undefined) return { text: is, bound }
  const decimal = megabytes ? brokenBound(value, limit, 1e6) : undefined
  return decimal === undefined
    ? undefined
    : { text: `${is}, and passes only where a MB is counted as 1,048,576 bytes`, bound: decimal, severity: 'advice' }
}

function wrongFormat(limit: MediaLimit, format: string | undefined): Breach | undefined {
  if (format === undefined) return undefined
  const name = canonicalFormat(format)
  const use = `use ${listed(limit.formats ?? [], 'or')}`
  if (limit.discouraged?.includes(name) === true) return { text: `${name} is discouraged; ${use}` }
  return limit.formats === undefined || limit.formats.includes(name) ? undefined : { text: `is ${name}; ${use}` }
}

/** What each limit measures, and how a message begins to speak of it. */
const measures: Record<
  Exclude<MediaLimit['rule'], 'media-format' | 'media-size-unclear'>,
  { noun: string; of(file: MediaProbe): number | undefined }
> = {
  'media-bytes': { noun: 'the file has', of: (file) => file.bytes },
  'media-width': { noun: 'the width is', of: (file) => file.width },
  'media-height': { noun: 'the height is', of: (file) => file.height },
  'media-aspect-ratio': {
    noun: 'width / height is',
    of: ({ width, height }) =>
      width === undefined || height === undefined || height <= 0 ? undefined : width / height,
  },
  'media-duration': { noun: 'it lasts', of: (file) => file.seconds },
  'media-frame-rate': { noun: 'the frame rate is', of: (file) => file.framesPerSecond },
  'media-total-duration': { noun: 'together the files last', of: (file) => file.seconds },
  'media-total-bytes': { noun: 'together the files have', of: (file) => file.bytes },
}

/** The bound that a value breaks, where one unit of the limit is `unit` of the value. */
function brokenBound(
  value: number,
  { minimum, exclusiveMinimum, maximum, exclusiveMaximum }: MediaLimit,
  unit: number,
): number | undefined {
  if (minimum !== undefined && value < minimum * unit) return minimum
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum * unit) return exclusiveMinimum
  if (maximum !== undefined && value > maximum * unit) return maximum
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum * unit) return exclusiveMaximum
  return undefined
}

function range(limit: MediaLimit): string {
  const bounds = [
    ['at least', limit.minimum],
    ['more than', limit.exclusiveMinimum],
    ['at most', limit.maximum],
    ['less than', limit.exclusiveMaximum],
  ] as const
  return bounds
    .flatMap(([words, bound]) => (bound === undefined ? [] : [`${words} ${said(bound, limit)}`]))
    .join(' and ')
}

function said(value: number, { unit }: MediaLimit): string {
  return `${Math.round(value * 1000) / 1000}${unit === undefined || unit === 'ratio' ? '' : ` ${unit}`}`
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB (${bytes.toLocaleString('en-US')} bytes)`
}

/** One name a format: `.jpg`, `image/jpeg` and `JPG` are `jpeg`. */
function canonicalFormat(format: string): string {
  const name = format.toLowerCase().replace(/^(\.|(image|video|audio)\/(x-|vnd\.)?)/, '')
  return aliases.get(name) ?? name
}

const aliases = new Map([
  ['jpg', 'jpeg'],
  ['tif', 'tiff'],
  ['ms-bmp', 'bmp'],
  ['quicktime', 'mov'],
  ['mpeg', 'mp3'],
  ['wave', 'wav'],
])
