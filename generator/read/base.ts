import type { Deprecation, QuantityWord, Source, UpcomingLimit } from '../catalogue.js'
import type { Base } from '../kinds/kind.js'
import { readConditionalDefaults } from '../kinds/defaults.js'
import { present } from '../kinds/kind.js'
import { optional, type Reader } from './reader.js'

const quantityWords: readonly QuantityWord[] = [
  'seconds',
  'frames',
  'frame-rate',
  'outputs',
  'characters',
  'width',
  'height',
  'size',
  'input-seconds',
  'none',
]

/** What every parameter has. */
export function readBase(name: string, required: boolean, schema: Reader): Base {
  return {
    ...readWords(name, required, schema),
    ...optional('defaults', readConditionalDefaults(schema)),
    ...(schema.has('x-renamed-from') ? { renamedFrom: schema.texts('x-renamed-from') } : {}),
    ...optional('deprecated', readDeprecation(schema)),
    ...(schema.has('x-upcoming') ? { upcoming: schema.objects('x-upcoming').map(upcomingLimit) } : {}),
    source: schema.source(),
  }
}

/**
 * The same of what lies inside another parameter, which is stated where that is unless it says otherwise. Dates and former
 * names are those of the whole parameter: findings have no place for them inside.
 */
export function readInnerBase(name: string, required: boolean, schema: Reader, source: Source): Base {
  return { ...readWords(name, required, schema), source: schema.has('x-source') ? schema.source() : source }
}

function readWords(name: string, required: boolean, schema: Reader): Omit<Base, 'source'> {
  return {
    name,
    required,
    description: schema.optionalText('description') ?? '',
    // Follows from the limits, so the kind fills it in.
    phrase: { en: '', zh: '' },
    ...(schema.has('x-quantity') ? { quantity: schema.oneOf('x-quantity', quantityWords) } : {}),
    notes: schema.notes(),
  }
}

/** That a model or a parameter should no longer be used; undefined when nothing says so. */
export function readDeprecation(schema: Reader): Deprecation | undefined {
  if (!schema.has('x-deprecated')) return undefined
  const facts = schema.object('x-deprecated')
  return {
    since: facts.text('since'),
    ...present({ until: facts.optionalText('until'), replacedBy: facts.optionalText('replacedBy') }),
    source: facts.source(),
  }
}

function upcomingLimit(limit: Reader): UpcomingLimit {
  return {
    from: limit.text('from'),
    ...present({
      minimum: limit.optionalNumber('minimum'),
      maximum: limit.optionalNumber('maximum'),
      minLength: limit.optionalNumber('minLength'),
      maxLength: limit.optionalNumber('maxLength'),
      minItems: limit.optionalNumber('minItems'),
      maxItems: limit.optionalNumber('maxItems'),
    }),
    ...(limit.has('enum')
      ? {
          values: limit
            .list('enum')
            .map((value) =>
              typeof value === 'string' || typeof value === 'number'
                ? value
                : limit.refuse('enum', 'strings or numbers'),
            ),
        }
      : {}),
    source: limit.source(),
  }
}
