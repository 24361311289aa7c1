import type { JsonValue, Model, Parameter } from '@model-tasks/spec/catalogue'
import { takesFiles } from '../facts/capabilities.js'
import { labelOf, optionsOf } from '../facts/labels.js'
import { unitWord } from '../facts/limits.js'
import { written } from '../facts/value.js'
import type { RequestBody } from '../samples/request.js'
import type { Texts } from '../texts/en.js'
import { fill } from '../texts/fill.js'

interface Option {
  value: string
  label: string
  checked: boolean
}

/** Since when a value should no longer be used; empty where it may be. */
const deprecationOf = (parameter: Parameter, value: string, texts: Texts): string => {
  const since = optionsOf(parameter).find((option) => String(option.value) === value)?.deprecated?.since
  return since === undefined
    ? ''
    : fill(texts.aside, { text: fill(texts.deprecated, { date: since }).replace(/[.。]$/, '') })
}

/** What a field suggests, of which another value may be typed as well. */
const suggestions = (parameter: Parameter, values: string[], texts: Texts): Omit<Option, 'checked'>[] =>
  values.map((value) => ({
    value,
    label: (labelOf(parameter, value, texts.code) ?? '') + deprecationOf(parameter, value, texts),
  }))

/** The values of a choice; where the parameter may be left out, that is the first of them. */
const options = (parameter: Parameter, values: string[], chosen: JsonValue | undefined, texts: Texts): Option[] => [
  ...(parameter.required ? [] : [{ value: '', label: '', checked: chosen === undefined }]),
  ...values.map((value) => ({
    value,
    label: (labelOf(parameter, value, texts.code) ?? value) + deprecationOf(parameter, value, texts),
    checked: chosen !== undefined && written(chosen) === value,
  })),
]

const control = (parameter: Parameter, value: JsonValue | undefined, texts: Texts): Record<string, unknown> => {
  switch (parameter.kind) {
    case 'prompt':
      return { isPrompt: true, value }
    case 'string':
      return {
        isText: true,
        ...(parameter.list === undefined ? {} : { suggestions: suggestions(parameter, parameter.list.values, texts) }),
      }
    case 'array':
    case 'list':
      return { isJson: true, empty: '[]' }
    case 'object':
    case 'union':
    case 'map':
      return { isJson: true, empty: '{}' }
    case 'boolean':
    case 'enum': {
      const values = parameter.kind === 'boolean' ? ['true', 'false'] : parameter.values.map(String)
      return { isChoice: true, group: true, options: options(parameter, values, value, texts) }
    }
    case 'media':
      if (parameter.single) return { isText: true }
      return {
        isMedia: true,
        group: true,
        maximum: parameter.maxItems,
        urls: Array.isArray(value) ? value : [],
        ...(takesFiles(parameter) ? { fileTypes: `${parameter.media}/*`, several: parameter.maxItems > 1 } : {}),
      }
    case 'number':
      return { isNumber: true, value, hasDefault: parameter.default !== undefined, default: parameter.default }
    case 'integer': {
      const { minimum, maximum } = parameter
      const small = minimum !== undefined && maximum !== undefined && maximum - minimum <= 100
      return small
        ? {
            isRange: true,
            minimum,
            maximum,
            value,
            rangeValue: value ?? parameter.default ?? minimum,
            unit: unitWord(parameter.unit, texts),
          }
        : { isNumber: true, value, hasDefault: parameter.default !== undefined, default: parameter.default }
    }
  }
}

/** All parameters in one control, for a model whose parameters are not shown. */
const openField = ({ model: _, ...parameters }: RequestBody): Record<string, unknown> => ({
  name: 'parameters',
  kind: 'open',
  isOpen: true,
  value: JSON.stringify(parameters, null, 2),
})

/** The controls of a playground, in the order of the model's table, filled with a request. */
export const playgroundFields = (model: Model, body: RequestBody, texts: Texts): Record<string, unknown>[] =>
  !model.reference
    ? [openField(body)]
    : model.parameters.map((parameter) => ({
        name: parameter.name,
        kind: parameter.kind,
        required: parameter.required,
        ...(parameter.nullable
          ? {
              nullable: true,
              isNull: body[parameter.name] === null,
              nullLabel: labelOf(parameter, 'null', texts.code),
            }
          : {}),
        ...control(parameter, body[parameter.name], texts),
      }))
