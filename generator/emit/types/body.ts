import type { Model, Parameter } from '../../catalogue.js'
import { takesFiles } from '../../description/media-places.js'
import { typeOf } from '../../kinds/index.js'
import { describeModel, describeParameter } from './describe.js'
import { memberName, type InterfaceStructure, type MemberStructure } from './interface.js'

/** Whether a parameter is required on the wire and has a default, so that a caller may leave it out. */
export function isDefaulted(parameter: Parameter): boolean {
  return parameter.required && 'default' in parameter && parameter.default !== undefined
}

/**
 * What a caller writes for one model: `<codegenName>Input`. `F` is what may stand beside references to files, such as
 * files of this machine, which a client turns into references; by default, nothing.
 */
export function inputInterface(model: Model): InterfaceStructure {
  return {
    name: `${model.codegenName}Input${takesFiles(model) ? '<F = never>' : ''}`,
    doc: describeModel(model),
    members: model.parameters.map((parameter) => member(parameter, !parameter.required || isDefaulted(parameter))),
  }
}

/** What is sent for one model, where it differs from the input: the defaulted parameters are required. */
export function wireInterface(model: Model): InterfaceStructure {
  return {
    name: `${model.codegenName}Params`,
    doc: `${model.id} as it is sent.`,
    extends: `${model.codegenName}Input`,
    members: model.parameters.filter(isDefaulted).map((parameter) => member(parameter, false)),
  }
}

function member(parameter: Parameter, optional: boolean): MemberStructure {
  return { name: memberName(parameter.name), doc: describeParameter(parameter), optional, type: typeOf(parameter) }
}
