import type { MediaLimit, MediaParameter, Parameter, PromptLimit } from '../../catalogue.js'
import { code, joined } from './words.js'

const referenceNames = {
  url: 'public http(s) URL',
  asset: '`assetId://{id}`',
  data: 'base64 `data:` URI (advised against)',
}
const subjects: Record<MediaLimit['rule'], string> = {
  'media-format': 'format',
  'media-bytes': 'size of a file',
  'media-width': 'width',
  'media-height': 'height',
  'media-aspect-ratio': 'width / height',
  'media-duration': 'length of a file',
  'media-frame-rate': 'frames per second',
  'media-total-duration': 'length of all files together',
  'media-total-bytes': 'size of all files together',
  'media-size-unclear': 'size, unit not shown',
}
const counted: Record<PromptLimit['count'], string> = {
  'code-points': 'characters (Unicode code points)',
  han: 'Han characters',
  'non-han': 'characters that are not Han',
  words: 'words (runs of non-space with a Latin letter)',
}

/** The JSON type of a parameter in words. */
export function typeText(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'prompt':
    case 'string':
      return 'string'
    case 'enum':
      return parameter.type
    case 'media':
      return `${parameter.media}[]`
    default:
      return parameter.kind
  }
}

/** What JSON Schema enforces on a parameter, in words. Empty when there is no limit. */
export function limitText(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'prompt':
      return parameter.maxLength === undefined
        ? `at least ${parameter.minLength} character${parameter.minLength === 1 ? '' : 's'}`
        : `${parameter.minLength} to ${parameter.maxLength} characters`
    case 'string':
      return parameter.values ? 'allowed values: not shown' : ''
    case 'enum':
      return parameter.values.length === 1
        ? `only ${code(parameter.values[0] ?? '')}`
        : parameter.values.map(code).join(', ')
    case 'integer':
      return rangeText(parameter.minimum, parameter.maximum, parameter.unit)
    case 'boolean':
      return '`true` or `false`'
    case 'array':
      return 'shape of an item: not shown'
    case 'media':
      return itemsText(parameter)
  }
}

function rangeText(minimum: number | undefined, maximum: number | undefined, unit: string | undefined): string {
  const suffix = unit ? ` ${unit}` : ''
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}${suffix}`
  if (minimum !== undefined) return `at least ${minimum}${suffix}`
  if (maximum !== undefined) return `at most ${maximum}${suffix}`
  return 'any integer'
}

function itemsText({ minItems, maxItems, accepts }: MediaParameter): string {
  const count =
    minItems === maxItems
      ? `exactly ${minItems}`
      : maxItems === minItems + 1
        ? `${minItems} or ${maxItems}`
        : `${minItems} to ${maxItems}`
  return `${count} ${maxItems === 1 ? 'item' : 'items'}; each a ${joined(
    accepts.map((kind) => referenceNames[kind]),
    'or',
  )}`
}

/** A media limit as a subject and what it may be. */
export function mediaLimitText(limit: MediaLimit): { subject: string; allowed: string } {
  return { subject: subjects[limit.rule], allowed: allowedMedia(limit) }
}

function allowedMedia(limit: MediaLimit): string {
  if (limit.quote !== undefined) return `“${limit.quote}”`
  const formats = limit.formats ? [joined(limit.formats.map(code), 'or')] : []
  const discouraged = limit.discouraged ? [`${joined(limit.discouraged.map(code), 'and')} discouraged`] : []
  const unit = limit.unit && limit.unit !== 'ratio' ? ` ${limit.unit}` : ''
  const bounds = [
    bound('at least', limit.minimum, unit),
    bound('more than', limit.exclusiveMinimum, unit),
    bound('at most', limit.maximum, unit),
    bound('less than', limit.exclusiveMaximum, unit),
  ]
  return [...formats, ...discouraged, bounds.filter((text) => text !== '').join(', ')]
    .filter((text) => text !== '')
    .join('; ')
}

function bound(word: string, value: number | undefined, unit: string): string {
  return value === undefined ? '' : `${word} ${Number(value.toFixed(4))}${unit}`
}

/** A limit on the prompt's text in words. */
export function promptLimitText(limit: PromptLimit): string {
  return `at most ${limit.max} ${counted[limit.count]}${limit.onlyWithHan ? ', where the prompt holds Han characters' : ''}`
}
