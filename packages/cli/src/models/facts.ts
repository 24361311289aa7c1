import { formatCount } from '@model-tasks/validation/count'
import type { EnumParameter, MediaLimit, Model, Parameter, ValueOption } from '@model-tasks/spec/catalogue'
import type { WordedMediaLimit } from '@model-tasks/spec/media'
import { anyName } from '@model-tasks/spec/measures/places'

/**
 * What the catalogue states of one parameter, as short phrases: what it accepts, then each limit; `limits` are those on its
 * files. The one module that turns facts into the terminal's words.
 */
export function parameterFacts(parameter: Parameter, limits: readonly WordedMediaLimit[] = []): string[] {
  switch (parameter.kind) {
    case 'prompt':
      return [
        parameter.maxLength === undefined
          ? `at least ${formatCount(parameter.minLength, 'character')}`
          : `${parameter.minLength} to ${formatCount(parameter.maxLength, 'character')}`,
        ...parameter.limits.map(promptLimit),
        ...parameter.tokens.map(
          ({ prefix, parameter: named, from, to }) => `${prefix}${from} to ${prefix}${to} refer to ${named}`,
        ),
      ]
    case 'string':
      return [
        parameter.values === undefined ? parameter.phrase.en : 'values not shown',
        ...(parameter.list === undefined ? [] : [choices({ ...parameter, values: parameter.list.values })]),
      ]
    case 'enum':
      return [choices(parameter)]
    case 'integer': {
      const { minimum, maximum, multipleOf, unit = '' } = parameter
      const isRange = minimum !== undefined && maximum !== undefined && multipleOf === undefined
      return [isRange ? `${minimum} to ${maximum} ${unit}`.trim() : parameter.phrase.en]
    }
    case 'boolean':
      return ['true or false']
    case 'media':
      if (parameter.single) return [parameter.phrase.en, ...limits.map(mediaLimit)]
      return [
        itemCount(parameter.minItems, parameter.maxItems),
        ...parameter.accepts.map((form) => forms[form] ?? form),
        ...limits.map(mediaLimit),
      ]
    case 'array':
      return ['items not shown']
    case 'object':
    case 'union':
      return ['the members below']
    case 'map':
      return [
        membersOf(parameter).length === 0 ? parameter.phrase.en : 'names of your choice, each with the members below',
      ]
    case 'list':
      if (membersOf(parameter).length === 0) return [parameter.phrase.en]
      return [
        `${itemCount(parameter.minItems ?? 0, parameter.maxItems)}${parameter.uniqueItems ? ' without repeats' : ''}, each with the members below`,
      ]
    case 'number':
      return [parameter.phrase.en]
  }
}

/** Values, null after them where it is taken, each with its name for people, and whether it should no longer be used. */
export function choices(parameter: Pick<EnumParameter, 'options' | 'values' | 'nullable'>): string {
  return valuesOrNull(parameter)
    .map((value) => {
      const words = optionWords(parameter, value)
      return words === '' ? String(value) : `${value} (${words})`
    })
    .join(' ')
}

/** The values of a choice, and null where it is taken. */
export function valuesOrNull({
  values,
  nullable,
}: Pick<EnumParameter, 'values' | 'nullable'>): readonly ValueOption['value'][] {
  return nullable ? [...values, null] : values
}

/** What is said of one value; empty where nothing is. */
export function optionWords({ options = [] }: Pick<EnumParameter, 'options'>, value: ValueOption['value']): string {
  const { label, deprecated } = options.find((option) => option.value === value) ?? {}
  const successor = deprecated?.replacedBy === undefined ? '' : `: use ${deprecated.replacedBy}`
  return [
    ...(label === undefined ? [] : [label.en]),
    ...(deprecated === undefined ? [] : [`deprecated${successor}`]),
  ].join(', ')
}

/** The members of an object, or of the objects in a list; of a union its forms, each by its tag. */
export function membersOf(parameter: Parameter): readonly Parameter[] {
  if (parameter.kind === 'list') return membersOf(parameter.items)
  if (parameter.kind === 'map') return membersOf(parameter.values)
  if (parameter.kind === 'union')
    return parameter.variants.map((form) => ({ ...form, name: `${parameter.tag.name}=${form.name}` }))
  return parameter.kind === 'object' ? parameter.members : []
}

function itemCount(least: number, most: number | undefined): string {
  if (most === undefined) return least === 0 ? 'any number of items' : `at least ${formatCount(least, 'item')}`
  if (least === most) return formatCount(most, 'item')
  return `${least} ${most - least === 1 ? 'or' : 'to'} ${formatCount(most, 'item')}`
}

/** The type of a parameter in a few words. */
export function typeName(parameter: Parameter): string {
  return parameter.nullable ? `${kindName(parameter)} or null` : kindName(parameter)
}

function kindName(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'prompt':
    case 'string':
      return 'string'
    case 'enum':
      return parameter.type === 'string' || parameter.type === 'mixed' ? 'choice' : parameter.type
    case 'media':
      return parameter.single ? parameter.media : `${parameter.media}[]`
    case 'list':
      return parameter.items.nullable ? `(${typeName(parameter.items)})[]` : `${typeName(parameter.items)}[]`
    default:
      return parameter.kind
  }
}

/** Whether the catalogue states more of a parameter than its row in the table has room for. */
export function hasDetails(parameter: Parameter): boolean {
  if (parameter.kind !== 'media')
    return ['prompt', 'string'].includes(parameter.kind) && parameterFacts(parameter).length > 1
  return !parameter.single || parameter.limits.length > 0
}

/** The values at a place inside a parameter, with what is said of them, where no row of the table has them. */
export function innerChoices(parameter: Parameter, path: string): string[] {
  if (parameter.kind === 'string' && parameter.list !== undefined)
    return [choices({ ...parameter, values: parameter.list.values })]
  const isItem = path.endsWith('/*') || path.endsWith(`/${anyName}`)
  return isItem && parameter.kind === 'enum' && parameter.options !== undefined ? [choices(parameter)] : []
}

/** What the catalogue states of a model as a whole, beside its parameters. */
export function modelFacts(model: Model): string[] {
  return [
    model.kind,
    ...(typeof model.displayName === 'string' ? [`display name ${model.displayName}`] : []),
    ...(model.listed ? [] : ['not in the published list']),
    ...(model.assetLibrary === true ? ['asset library'] : []),
    ...(model.responseExtras.length > 0 ? [`may answer with ${model.responseExtras.join(' and ')}`] : []),
  ]
}

const forms: Readonly<Record<string, string>> = {
  url: 'http(s) URL',
  asset: 'assetId://{id} (a local file is uploaded)',
  data: 'base64 as a data: URI (a local file is inlined)',
}

type PromptLimit = Extract<Parameter, { kind: 'prompt' }>['limits'][number]

const counts: Readonly<Record<string, string>> = {
  han: 'Chinese characters',
  words: 'English words',
  'code-points': 'characters',
  'non-han': 'characters other than Chinese',
}

function promptLimit(limit: PromptLimit): string {
  const condition = 'onlyWithHan' in limit && limit.onlyWithHan === true ? ' where Chinese is among them' : ''
  const what = `at most ${limit.max} ${counts[limit.count] ?? limit.count}${condition}`
  return limit.rule === 'prompt-truncated' ? `${what}: what is beyond is cut off` : advised(what, limit.severity)
}

const measures: Readonly<Record<Exclude<MediaLimit['rule'], 'media-format' | 'media-size-unclear'>, string>> = {
  'media-codec': 'codec',
  'media-same-size': 'width and height',
  'media-bytes': 'each file',
  'media-total-bytes': 'all files together',
  'media-aspect-ratio': 'width / height',
  'media-width': 'width',
  'media-height': 'height',
  'media-pixels': 'width × height',
  'media-video-pixels': 'width × height × frames',
  'media-duration': 'each',
  'media-total-duration': 'all together',
  'media-frame-rate': 'frame rate',
  'media-sample-rate': 'sample rate',
}

/** A limit on files, in the words that findings use for what it allows. */
export function mediaLimit(limit: WordedMediaLimit): string {
  const allowed = limit.phrase.en
  if (limit.rule === 'media-size-unclear') return `${allowed} (the interface shows no unit)`
  if (limit.rule !== 'media-format') return advised(`${measures[limit.rule]} ${allowed}`, limit.severity)
  const discouraged = limit.discouraged === undefined ? '' : ` (discouraged: ${limit.discouraged.join(', ')})`
  return advised(`${allowed}${discouraged}`, limit.severity)
}

function advised(what: string, severity: string): string {
  return severity === 'advice' ? `${what} (advised)` : what
}
