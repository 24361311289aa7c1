import type { Model, Parameter } from '../../catalogue.js'
import { typeOf } from '../../kinds/index.js'
import { comment } from './comment.js'
import { describeModel, describeParameter } from './describe.js'

/** Names of the parameters that are required on the wire and have a default, so that a caller may leave them out. */
export function defaulted(model: Model): string[] {
  return model.parameters.filter(isDefaulted).map((parameter) => parameter.name)
}

function isDefaulted(parameter: Parameter): boolean {
  return parameter.required && 'default' in parameter && parameter.default !== undefined
}

/**
 * The declaration of what a caller writes for one model: `export interface <codegenName>Input`. `F` is what may stand beside
 * references to files, such as files of this machine, which a client turns into references; by default, nothing.
 */
export function inputInterface(model: Model): string {
  const members = model.parameters.map((parameter) =>
    member(parameter, parameter.required && !isDefaulted(parameter) ? '' : '?'),
  )
  return `${comment(describeModel(model))}export interface ${model.codegenName}Input${hasFiles(model) ? '<F = never>' : ''} {\n${members.join('')}}\n`
}

/** Whether a parameter of a model takes a list of references to files. */
export function hasFiles({ parameters }: Model): boolean {
  return parameters.some((parameter) => parameter.kind === 'media' && !parameter.single)
}

/** What is sent for one model, where it differs from the input: the defaulted parameters are required. */
export function wireInterface(model: Model): string {
  const members = model.parameters.filter(isDefaulted).map((parameter) => member(parameter, ''))
  return `${comment(`${model.id} as it is sent.`)}export interface ${model.codegenName}Params extends ${model.codegenName}Input {\n${members.join('')}}\n`
}

function member(parameter: Parameter, mark: '' | '?'): string {
  return `${comment(describeParameter(parameter), '  ')}  ${parameter.name}${mark}: ${typeOf(parameter)}\n`
}
