import type { Catalogue, MediaLimit, Model, Parameter, PromptLimit } from '@model-tasks/spec/catalogue'

/** The catalogue's facts about one model, said in the line language of `tables.txt`. */
export function describeModel(model: Model): string[] {
  const library = model.assetLibrary === true ? 'asset library' : 'no asset library'
  const availability =
    model.availability.status === 'available' ? 'available' : `unavailable (${model.availability.reason})`
  const facts = [model.kind, model.listed ? 'listed' : 'unlisted', availability, ...(model.reference ? [library] : [])]
  return [
    `is ${facts.join(', ')}`,
    ...(typeof model.displayName === 'string' ? [`named ${model.displayName}`] : []),
    ...(model.responseExtras.length > 0 ? [`answers ${model.responseExtras.join(', ')}`] : []),
    ...(model.reference ? model.parameters.flatMap(describeParameter) : ['no reference']),
  ]
}

/** The blocks of `tables.txt`: Model ID to its lines, white space reduced to single blanks. */
export function readTables(text: string): Map<string, string[]> {
  const models = new Map<string, string[]>()
  let lines: string[] = []
  for (const raw of text.split('\n')) {
    const line = raw.trim().replace(/\s+/g, ' ')
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('model ')) {
      lines = []
      models.set(line.slice('model '.length), lines)
    } else {
      lines.push(line)
    }
  }
  return models
}

/** Limits of one parameter may stand in any order; parameters may not. */
export function sortLimits(lines: string[]): string[] {
  const sorted: string[] = []
  let limits: string[] = []
  const flush = (): void => {
    sorted.push(...limits.sort())
    limits = []
  }
  for (const line of lines) {
    if (/^(refuse|advise|tokens) /.test(line)) {
      limits.push(line)
    } else {
      flush()
      sorted.push(line)
    }
  }
  flush()
  return sorted
}

/** The Model IDs of the catalogue, in its order. */
export function idsOf(catalogue: Catalogue): string[] {
  return catalogue.models.map((model) => model.id)
}

function describeParameter(parameter: Parameter): string[] {
  const fallback = 'default' in parameter && parameter.default !== undefined ? JSON.stringify(parameter.default) : ''
  const cells = [
    parameter.name,
    typeOf(parameter),
    parameter.required ? 'required' : 'optional',
    constraintOf(parameter),
    fallback,
  ]
  return [cells.join(' | ').replace(/\s+/g, ' ').trim(), ...limitsOf(parameter)]
}

function typeOf(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'prompt':
    case 'string':
      return 'string'
    case 'enum':
      return parameter.type
    case 'media':
      return parameter.single ? parameter.media : `${parameter.media}[]`
    case 'list':
      return `${typeOf(parameter.items)}[]`
    default:
      return parameter.kind
  }
}

function constraintOf(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'prompt':
      return `${parameter.minLength}..${parameter.maxLength ?? ''}`
    case 'string':
      return parameter.values === undefined ? range(parameter.minLength, parameter.maxLength) : 'values not shown'
    case 'enum':
      return `${parameter.type === 'integer' ? 'only ' : ''}${parameter.values.join(', ')}`
    case 'integer':
    case 'number':
      return range(parameter.minimum, parameter.maximum)
    case 'media':
      return `${parameter.minItems}..${parameter.maxItems} items`
    case 'array':
      return 'items not shown'
    case 'list':
      return `${range(parameter.minItems, parameter.maxItems)} items`
    case 'object':
      return parameter.members.map(({ name }) => name).join(', ')
    case 'map':
      return constraintOf(parameter.values)
    case 'union':
      return parameter.variants.map(({ name }) => name).join(' | ')
    case 'boolean':
      return ''
  }
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  return minimum === undefined && maximum === undefined ? 'any' : `${minimum ?? ''}..${maximum ?? ''}`
}

function limitsOf(parameter: Parameter): string[] {
  if (parameter.kind === 'media') {
    return [`take ${parameter.accepts.join(', ')}`, ...parameter.limits.map(describeMediaLimit)]
  }
  if (parameter.kind !== 'prompt') return []
  return [
    ...parameter.tokens.map((token) => `tokens ${token.prefix} ${token.from}..${token.to} ${token.parameter}`),
    ...parameter.limits.map(describePromptLimit),
  ]
}

const counted = {
  'code-points': 'characters',
  han: 'han characters',
  'non-han': 'other than han characters',
  words: 'words',
}

function describePromptLimit(limit: PromptLimit): string {
  return `${verb(limit)} ${counted[limit.count]} > ${limit.max}${limit.onlyWithHan === true ? ' when any is han' : ''}`
}

const subjects: Record<MediaLimit['rule'], string> = {
  'media-format': 'format',
  'media-codec': 'codec',
  'media-same-size': 'width and height',
  'media-bytes': 'file',
  'media-width': 'width',
  'media-height': 'height',
  'media-pixels': 'width × height',
  'media-video-pixels': 'width × height × frames',
  'media-aspect-ratio': 'aspect ratio',
  'media-duration': 'duration',
  'media-frame-rate': 'frame rate',
  'media-sample-rate': 'sample rate',
  'media-total-duration': 'total duration',
  'media-total-bytes': 'total file',
  'media-size-unclear': 'size',
}

function describeMediaLimit(limit: MediaLimit): string {
  const start = `${verb(limit)} ${subjects[limit.rule]}`
  if (limit.rule === 'media-size-unclear')
    return `${start} over "${/1\.5K/.exec(limit.quote ?? '')?.[0] ?? limit.quote ?? ''}"`
  if (limit.rule === 'media-format') {
    const discouraged = limit.discouraged === undefined ? '' : `, above all ${limit.discouraged.join(', ')}`
    return `${start} other than ${(limit.formats ?? []).join(', ')}${discouraged}`
  }
  const unit = limit.unit === undefined || limit.unit === 'ratio' ? '' : ` ${limit.unit}`
  const bounds = [
    ['<', limit.minimum],
    ['<=', limit.exclusiveMinimum],
    ['>', limit.maximum],
    ['>=', limit.exclusiveMaximum],
  ].flatMap(([sign, bound]) => (bound === undefined ? [] : [`${sign} ${bound}${unit}`]))
  return `${start} ${bounds.join(' or ')}`
}

function verb(limit: { severity: string }): string {
  return limit.severity === 'error' ? 'refuse' : 'advise'
}
