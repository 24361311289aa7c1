import type { MediaLimit, MediaParameter, Parameter, PromptLimit, PromptToken } from '../catalogue.js'
import { optional, type Reader } from './read.js'

const mediaRules = [
  'media-format',
  'media-bytes',
  'media-width',
  'media-height',
  'media-aspect-ratio',
  'media-duration',
  'media-frame-rate',
  'media-total-duration',
  'media-total-bytes',
  'media-size-unclear',
] as const

/** One parameter from its schema, whose references are already inlined. */
export function buildParameter(name: string, required: boolean, schema: Reader): Parameter {
  const base = {
    name,
    required,
    description: schema.optionalText('description') ?? '',
    notes: schema.notes(),
    source: schema.source(),
  }
  if (schema.has('x-media')) return { kind: 'media', ...base, ...mediaFacts(schema) }
  if (schema.has('enum')) return { kind: 'enum', ...base, ...enumFacts(schema) }
  const type = schema.oneOf('type', ['string', 'integer', 'boolean', 'array'])
  switch (type) {
    case 'integer':
      return {
        kind: 'integer',
        ...base,
        ...optional('minimum', schema.optionalNumber('minimum')),
        ...optional('maximum', schema.optionalNumber('maximum')),
        ...optional('default', schema.optionalNumber('default')),
        ...optional('unit', schema.optionalText('x-unit')),
      }
    case 'boolean':
      return { kind: 'boolean', ...base, ...optional('default', schema.optionalFlag('default')) }
    case 'array':
      return {
        kind: 'array',
        ...base,
        items: schema.unknown('x-items') ?? schema.refuse('x-items', '{ "unknown": "not shown" }'),
      }
    case 'string':
      if (schema.has('minLength')) return { kind: 'prompt', ...base, ...promptFacts(schema) }
      return {
        kind: 'string',
        ...base,
        ...optional('default', schema.optionalText('default')),
        ...optional('values', schema.unknown('x-values')),
      }
  }
}

function promptFacts(schema: Reader): {
  minLength: number
  maxLength?: number
  limits: PromptLimit[]
  tokens: PromptToken[]
} {
  return {
    minLength: schema.number('minLength'),
    ...optional('maxLength', schema.optionalNumber('maxLength')),
    limits: schema.objects('x-prompt-limits').map(promptLimit),
    tokens: schema.objects('x-prompt-tokens').map((token) => ({
      prefix: token.text('prefix'),
      parameter: token.text('parameter'),
      from: token.number('from'),
      to: token.number('to'),
      source: token.source(),
    })),
  }
}

function promptLimit(limit: Reader): PromptLimit {
  return {
    rule: limit.text('rule'),
    severity: limit.severity(),
    count: limit.oneOf('count', ['code-points', 'han', 'non-han', 'words']),
    max: limit.number('max'),
    ...optional('onlyWithHan', limit.optionalFlag('onlyWithHan')),
    source: limit.source(),
  }
}

function enumFacts(schema: Reader): {
  type: 'string' | 'integer'
  values: (string | number)[]
  default?: string | number
  unit?: string
} {
  const type = schema.oneOf('type', ['string', 'integer'])
  const value = (item: unknown): string | number =>
    typeof item === 'string' || typeof item === 'number' ? item : schema.refuse('enum', 'strings or numbers')
  return {
    type,
    values: schema.list('enum').map(value),
    ...(schema.has('default') ? { default: value(schema.value.default) } : {}),
    ...optional('unit', schema.optionalText('x-unit')),
  }
}

function mediaFacts(
  schema: Reader,
): Pick<MediaParameter, 'media' | 'minItems' | 'maxItems' | 'accepts' | 'pattern' | 'limits'> {
  const media = schema.object('x-media')
  const items = schema.object('items')
  return {
    media: media.oneOf('type', ['image', 'video', 'audio']),
    minItems: schema.optionalNumber('minItems') ?? 0,
    maxItems: schema.number('maxItems'),
    accepts: items
      .texts('x-accepts')
      .map((word) =>
        word === 'url' || word === 'asset' || word === 'data' ? word : items.refuse('x-accepts', 'url, asset or data'),
      ),
    pattern: items.text('pattern'),
    limits: media.objects('limits').map(mediaLimit),
  }
}

function mediaLimit(limit: Reader): MediaLimit {
  return {
    rule: limit.oneOf('rule', mediaRules),
    severity: limit.severity(),
    ...(limit.has('formats') ? { formats: limit.texts('formats') } : {}),
    ...(limit.has('discouraged') ? { discouraged: limit.texts('discouraged') } : {}),
    ...optional('minimum', limit.optionalNumber('minimum')),
    ...optional('maximum', limit.optionalNumber('maximum')),
    ...optional('exclusiveMinimum', limit.optionalNumber('exclusiveMinimum')),
    ...optional('exclusiveMaximum', limit.optionalNumber('exclusiveMaximum')),
    ...(limit.has('unit') ? { unit: limit.oneOf('unit', ['MB', 'px', 's', 'fps', 'ratio']) } : {}),
    ...optional('quote', limit.optionalText('quote')),
    source: limit.source(),
  }
}
