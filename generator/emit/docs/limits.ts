import type { MediaLimit, Parameter } from '../../catalogue.js'
import { factsOf } from '../../kinds/index.js'
import { mediaLimitPhrase, mediaSubjects } from '../../kinds/limits.js'
import { code, joined } from './words.js'

/** The JSON type of a parameter in words: `image[]` for references to images. */
export function typeText(parameter: Parameter): string {
  if (parameter.kind === 'media') {
    const type = parameter.single ? parameter.media : `${parameter.media}[]`
    return parameter.nullable ? `${type} or null` : type
  }
  const { type } = factsOf(parameter)
  const types =
    parameter.kind === 'enum' && type === 'mixed'
      ? [...new Set(parameter.values.map((value) => typeof value))].join(' or ')
      : type
  return parameter.nullable ? `${types} or null` : types
}

/** What a parameter accepts, in words; values as code. */
export function limitText(parameter: Parameter): string {
  const orNull = parameter.nullable ? ', or `null`' : ''
  if (parameter.kind === 'boolean') return `\`true\` or \`false\`${orNull}`
  if (parameter.kind !== 'enum') return parameter.phrase.en
  const unit = parameter.unit === undefined ? '' : ` ${parameter.unit}`
  return parameter.values.length === 1
    ? `only ${code(parameter.values[0] ?? '')}${unit}${orNull}`
    : `${parameter.values.map(code).join(', ')}${unit}${orNull}`
}

/** A media limit as a subject and what it may be. */
export function mediaLimitText(limit: MediaLimit): { subject: string; allowed: string } {
  const discouraged = limit.discouraged ? `; ${joined(limit.discouraged.map(code), 'and')} discouraged` : ''
  const allowed = limit.formats ? joined(limit.formats.map(code), 'or') : mediaLimitPhrase(limit).en
  return { subject: mediaSubjects[limit.rule].en, allowed: `${allowed}${discouraged}` }
}
