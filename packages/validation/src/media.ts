import type { ModelId } from '@model-tasks/spec'
import type { MediaLimit } from '@model-tasks/spec/catalogue'
import { render, type Language, type Slots } from '@model-tasks/spec/messages'
import { holds } from '@model-tasks/spec/measures/conditions'
import { withDefaults } from '@model-tasks/spec/measures/defaults'
import { boundIn, bytesOf, isByteUnit, isTimeUnit, secondsIn, type ByteUnit } from '@model-tasks/spec/measures/units'
import { commonPart, isAt, placeName } from '@model-tasks/spec/measures/places'
import { loaders, type WordedMediaLimit } from '@model-tasks/spec/media'
import { reportOf, type Finding, type Report } from './finding.js'
import { unknownModel } from './unknown-model.js'

/** What a limit on files measures, as a number. */
type MeasuredRule = Exclude<
  MediaLimit['rule'],
  'media-format' | 'media-codec' | 'media-same-size' | 'media-size-unclear'
>

/** Facts about one media file of a request. What is not known is left out, and no limit on it is applied. */
export interface MediaProbe {
  /** JSON pointer to the reference in the request: `/reference_images/0`, `/shots/1/image`, or `/faces/anna`. */
  path?: string
  /** Of a file in a list of references that is a parameter itself, in place of `path`. */
  parameter?: string
  /** Place in that list. */
  index?: number
  /** Such as `jpeg`, `.jpg` or `image/jpeg`. */
  format?: string
  bytes?: number
  /** Pixels. */
  width?: number
  height?: number
  seconds?: number
  framesPerSecond?: number
  /** Of an audio file, in Hz. */
  sampleRate?: number
  /** Of the pictures of a video, or of the sound of an audio file: such as `h264`, `avc` or `aac`. */
  codec?: string
}

/**
 * Applies a model's media limits to facts about the files: each file, and the files of one parameter together.
 * A limit in KB, MB or GB rejects what is beyond it in binary units and advises on what lies between the decimal and the
 * binary reading. Loads that one model's limits only. With `language` the messages are in that language. A limit that counts
 * under a condition is applied where `request` is given and meets it. Any JSON value may come in as probes, and none throws: a
 * fact of another type than `MediaProbe` says is one that is not known.
 */
export async function checkMedia(
  model: string,
  probes: readonly MediaProbe[],
  { language, request }: { language?: Language; request?: object } = {},
): Promise<Report> {
  // Loaded now, as a first message does: a program without mistakes never needs the texts.
  language ??= (await import('@model-tasks/spec/facts')).english
  if (!isModelId(model)) return unknownModel({ model }, Object.keys(loaders), language)
  const { places } = await loaders[model]()
  const known = knownFacts(probes)
  const filesAt = (place: string): PlacedProbe[] =>
    known.flatMap((probe) => {
      const path = pathOf(probe, place)
      return isAt(place, path) ? [{ ...probe, path }] : []
    })
  const findings = places.flatMap(({ path, limits }) => {
    const files = filesAt(path)
    return limits
      .filter(({ when, defaults = {}, conditionalDefaults = {} }) => {
        if (when === undefined || typeof request !== 'object' || request === null) return when === undefined
        const model = { places, defaults, conditionalDefaults }
        return holds(model, when, withDefaults(model, request))
      })
      .flatMap((limit) => checkLimit(limit, path, files, language, limit.as === undefined ? [] : filesAt(limit.as)))
  })
  return reportOf(model, findings)
}

/** The type of each fact. */
const typeOfFact: Record<keyof MediaProbe, 'string' | 'number'> = {
  path: 'string',
  parameter: 'string',
  index: 'number',
  format: 'string',
  bytes: 'number',
  width: 'number',
  height: 'number',
  seconds: 'number',
  framesPerSecond: 'number',
  sampleRate: 'number',
  codec: 'string',
}

/** What is known of each file: programs without types may say anything. */
function knownFacts(probes: unknown): MediaProbe[] {
  if (!Array.isArray(probes)) return []
  const types: Readonly<Record<string, string>> = typeOfFact
  return probes.map((probe: unknown) =>
    Object.fromEntries(Object.entries(probe ?? {}).filter(([name, value]) => typeof value === types[name])),
  )
}

function isModelId(model: string): model is ModelId {
  return Object.hasOwn(loaders, model)
}

/** A file whose place in the request is known. */
type PlacedProbe = MediaProbe & { path: string }

function pathOf({ path, parameter, index }: MediaProbe, place: string): string {
  return path ?? (place.endsWith('/*') ? `/${parameter}/${index}` : `/${parameter}`)
}

/** `others` are the files whose size those of the place must have. */
function checkLimit(
  limit: WordedMediaLimit,
  place: string,
  files: PlacedProbe[],
  language: Language,
  others: readonly MediaProbe[],
): Finding[] {
  const together = limit.rule.startsWith('media-total-') || limit.rule === 'media-size-unclear'
  const groups = together ? [files] : files.map((file) => [file])
  return groups.flatMap((group) => {
    const broken = breach(limit, group, language, others)
    const [first] = group
    if (broken === undefined || first === undefined) return []
    const path = together ? commonPart(place) : first.path
    return [
      {
        rule: limit.rule,
        severity: broken.severity ?? limit.severity,
        path,
        parameter: path.split('/')[1] ?? '',
        message: `${placeName(path)}${language.colon}${broken.text}`,
        ...(broken.bound === undefined ? {} : { limit: broken.bound }),
        ...(limit.formats === undefined ? {} : { allowed: limit.formats }),
        ...(limit.codecs === undefined ? {} : { allowed: limit.codecs }),
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

function breach(
  limit: WordedMediaLimit,
  files: MediaProbe[],
  language: Language,
  [other]: readonly MediaProbe[],
): Breach | undefined {
  const { rule, phrase: accepted } = limit
  const text = (slots: Slots): string => render(language.rules[rule] ?? [rule], { accepted, ...slots }, language)
  if (rule === 'media-size-unclear') return { text: text({ quote: limit.quote ?? '' }) }
  if (rule === 'media-format') return wrongFormat(limit, files[0]?.format, text)
  if (rule === 'media-codec') return wrongCodec(limit, files[0]?.codec, text)
  if (rule === 'media-same-size') return otherSize(files[0], other, text)
  const known = files.flatMap((file) => measures[rule](file) ?? [])
  if (known.length === 0) return undefined
  const value = Math.round(known.reduce((sum, part) => sum + part, 0) * 1e6) / 1e6
  const { unit } = limit
  const bytes = isByteUnit(unit) ? bytesOf(unit) : undefined
  const measured = isByteUnit(unit) ? formatBytes(value, unit) : formatMeasure(value, limit)
  const bound = brokenBound(value, limit, (stated) => boundIn(stated, unit))
  if (bound !== undefined) return { text: text({ measured }), bound }
  const decimal = bytes && brokenBound(value, limit, (stated) => stated * bytes.decimal)
  if (bytes === undefined || decimal === undefined) return undefined
  const slots = { measured, binaryOnly: '', unit: String(unit), unitBytes: grouped(bytes.binary) }
  return { text: text(slots), bound: decimal, severity: 'advice' }
}

function wrongFormat(
  limit: WordedMediaLimit,
  format: string | undefined,
  text: (slots: Slots) => string,
): Breach | undefined {
  if (format === undefined) return undefined
  const measured = canonicalFormat(format)
  if (limit.discouraged?.includes(measured) === true) return { text: text({ measured, discouraged: '' }) }
  return limit.formats === undefined || limit.formats.includes(measured) ? undefined : { text: text({ measured }) }
}

function wrongCodec(
  { codecs = [] }: WordedMediaLimit,
  codec: string | undefined,
  text: (slots: Slots) => string,
): Breach | undefined {
  if (codec === undefined) return undefined
  const measured = canonicalCodec(codec)
  return codecs.includes(measured) ? undefined : { text: text({ measured }) }
}

function otherSize(
  file: MediaProbe | undefined,
  other: MediaProbe | undefined,
  text: (slots: Slots) => string,
): Breach | undefined {
  const [measured, wanted] = [sizeOf(file), sizeOf(other)]
  return measured === undefined || wanted === undefined || measured === wanted
    ? undefined
    : { text: text({ measured, other: wanted }) }
}

function sizeOf({ width, height }: MediaProbe = {}): string | undefined {
  return width === undefined || height === undefined ? undefined : `${width}x${height}`
}

function pixelsOf({ width, height }: MediaProbe): number | undefined {
  return width === undefined || height === undefined ? undefined : width * height
}

function videoPixelsOf(file: MediaProbe): number | undefined {
  const { seconds, framesPerSecond } = file
  const pixels = pixelsOf(file)
  return pixels === undefined || seconds === undefined || framesPerSecond === undefined
    ? undefined
    : pixels * Math.round(seconds * framesPerSecond)
}

/** What each limit measures of a file. */
const measures: Record<MeasuredRule, (file: MediaProbe) => number | undefined> = {
  'media-bytes': (file) => file.bytes,
  'media-width': (file) => file.width,
  'media-height': (file) => file.height,
  'media-pixels': pixelsOf,
  'media-video-pixels': videoPixelsOf,
  'media-aspect-ratio': ({ width, height }) =>
    width === undefined || height === undefined || height <= 0 ? undefined : width / height,
  'media-duration': (file) => file.seconds,
  'media-frame-rate': (file) => file.framesPerSecond,
  'media-sample-rate': (file) => file.sampleRate,
  'media-total-duration': (file) => file.seconds,
  'media-total-bytes': (file) => file.bytes,
}

/** The bound that a value breaks, where `as` puts a bound in the unit of the value. */
function brokenBound(
  value: number,
  {
    minimum = -Infinity,
    exclusiveMinimum = -Infinity,
    maximum = Infinity,
    exclusiveMaximum = Infinity,
    multipleOf,
  }: MediaLimit,
  as: (bound: number) => number,
): number | undefined {
  if (value < as(minimum)) return minimum
  if (value <= as(exclusiveMinimum)) return exclusiveMinimum
  if (value > as(maximum)) return maximum
  if (value >= as(exclusiveMaximum)) return exclusiveMaximum
  if (multipleOf !== undefined && value % multipleOf !== 0) return multipleOf
  return undefined
}

function formatMeasure(value: number, { unit }: MediaLimit): string {
  if (!isTimeUnit(unit) || unit === 's') return rounded(value, unit)
  const measured = rounded(secondsIn(value, unit), unit)
  // In a larger unit the digits that are left may be those of the bound.
  return unit === 'ms' ? measured : `${measured} (${rounded(value, 's')})`
}

function rounded(value: number, unit: string | undefined): string {
  return `${Math.round(value * 1000) / 1000}${unit === undefined || unit === 'ratio' ? '' : ` ${unit}`}`
}

function formatBytes(bytes: number, unit: ByteUnit): string {
  return `${(bytes / bytesOf(unit).decimal).toFixed(1)} ${unit} (${grouped(bytes)} bytes)`
}

/** By hand, since the first use of a locale takes longer than everything else in a first message. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** One name per codec: `avc1`, `H.264` and `AVC` are `h264`. */
function canonicalCodec(codec: string): string {
  const name = codec
    .toLowerCase()
    .replaceAll(/[.\s]/g, '')
    .replace(/^pcm[-_].*$/, 'pcm')
  return codecAliases.get(name) ?? name
}

const codecAliases = new Map([
  ['avc', 'h264'],
  ['avc1', 'h264'],
  ['h265', 'hevc'],
  ['hvc1', 'hevc'],
  ['hev1', 'hevc'],
  ['mp4a', 'aac'],
])

/** One name per format: `.jpg`, `image/jpeg` and `JPG` are `jpeg`. */
function canonicalFormat(format: string): string {
  const name = format.toLowerCase().replace(/^(\.|(image|video|audio|model)\/(x-|vnd\.)?)/, '')
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
