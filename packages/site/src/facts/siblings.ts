import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import type { Texts } from '../texts/en.js'
import { constraintOf, constraintText } from './limits.js'
import { written } from './value.js'

/** One parameter in which two models differ; undefined where a model does not have it. */
export interface Difference {
  parameter: string
  here: string | undefined
  there: string | undefined
}
export interface Sibling {
  model: Model
  differences: Difference[]
}

/** Everything a reader compares about a parameter, as one line: what it takes, its default, whether it must be sent. */
export const parameterLine = (parameter: Parameter | undefined, texts: Texts): string | undefined => {
  if (parameter === undefined) return undefined
  const parts = [constraintText(constraintOf(parameter, texts))]
  if ('default' in parameter && parameter.default !== undefined) parts.push(`${texts.defaultWord} ${written(parameter.default)}`)
  if (parameter.required) parts.push(texts.required)
  return parts.join('; ')
}

/** The parameters in which two models differ, in the order of the first one's table. */
export const differencesBetween = (model: Model, other: Model, texts: Texts): Difference[] => {
  const names = [...new Set([...model.parameters, ...other.parameters].map((parameter) => parameter.name))]
  const line = (of: Model, name: string): string | undefined => parameterLine(of.parameters.find((parameter) => parameter.name === name), texts)
  return names
    .map((parameter) => ({ parameter, here: line(model, parameter), there: line(other, parameter) }))
    .filter(({ here, there }) => here !== there)
}

/** The models most like this one, nearest first: same kind of output, most parameters alike. */
export const siblingsOf = (model: Model, models: Model[], texts: Texts, count = 3): Sibling[] =>
  models
    .filter((other) => other.id !== model.id && other.kind === model.kind && other.reference)
    .map((other) => ({ model: other, differences: differencesBetween(model, other, texts) }))
    .filter(({ differences }) => differences.length <= Math.max(5, model.parameters.length / 2))
    .sort((left, right) => left.differences.length - right.differences.length || (left.model.id < right.model.id ? -1 : 1))
    .slice(0, count)
