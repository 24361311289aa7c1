import type { MediaParameter, Parameter } from '../../catalogue.js'
import { sourceText } from '../../source-text.js'

/** A parameter's doc comment: what it is, its limits, its default and where the interface states it. */
export function describeParameter(parameter: Parameter): string {
  const sentences = [
    parameter.description,
    limits(parameter),
    defaultText(parameter),
    ...parameter.notes.map((note) => note.text),
  ]
  return [...sentences.filter((sentence) => sentence !== ''), `Source: ${sourceText(parameter.source)}.`].join('\n')
}

function limits(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'prompt':
      return parameter.maxLength === undefined
        ? `At least ${count(parameter.minLength, 'character')}.`
        : `${parameter.minLength} to ${parameter.maxLength} characters.`
    case 'integer':
      return range(parameter.minimum, parameter.maximum, parameter.unit)
    case 'media':
      return mediaLimits(parameter)
    case 'enum':
      return parameter.values.length === 1
        ? `Only ${parameter.values.join()}${parameter.unit === undefined ? '' : ` ${parameter.unit}`}.`
        : ''
    case 'string':
      return parameter.values === undefined ? '' : 'Which values it takes is not shown.'
    case 'array':
      return 'The form of its items is not shown.'
    case 'boolean':
      return ''
  }
}

function mediaLimits({ minItems, maxItems, accepts }: MediaParameter): string {
  const amount =
    minItems === maxItems ? `Exactly ${count(minItems, 'item')}` : `${minItems} to ${count(maxItems, 'item')}`
  const forms = {
    url: 'a public http or https URL',
    asset: 'assetId://{id}',
    data: 'base64 as a data URI (better a URL)',
  }
  return `${amount}, each ${accepts.map((kind) => forms[kind]).join(' or ')}.`
}

function range(minimum: number | undefined, maximum: number | undefined, unit: string | undefined): string {
  const suffix = unit === undefined ? '' : ` ${unit}`
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}${suffix}.`
  if (minimum !== undefined) return `At least ${minimum}${suffix}.`
  return maximum === undefined ? '' : `At most ${maximum}${suffix}.`
}

function defaultText(parameter: Parameter): string {
  if (!('default' in parameter) || parameter.default === undefined) return ''
  const text = `Default: ${JSON.stringify(parameter.default)}`
  return parameter.required ? `${text}, which the client sends when it is left out.` : `${text}.`
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
