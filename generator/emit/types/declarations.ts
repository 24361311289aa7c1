import type { Catalogue, Model, ModelKind, TaskField } from '../../catalogue.js'
import { notice } from '../notice.js'
import { takesFiles } from '../../description/media-places.js'
import { costParameters } from '../../description/prices.js'
import { isDefaulted, wireInterface } from './body.js'
import { comment } from './comment.js'
import { deprecatedTag } from './describe.js'
import { interfaceText, memberName, type InterfaceStructure, type MemberStructure } from './interface.js'
import { rangeDeclarations, sharedNumbers } from './ranges.js'

/** The text of `index.d.ts`, from the input of every model that has a reference, in their order, and the facts of a model. */
export function indexDeclarations(
  catalogue: Catalogue,
  inputs: readonly InterfaceStructure[],
  modelFacts: string,
): string {
  const { models } = catalogue
  const referenced = models.filter((model) => model.reference)
  const numbers = sharedNumbers(models)
  const hasDefaults = ({ parameters }: Model): boolean => parameters.some(isDefaulted)
  const interfaces = [
    ...inputs.map((input, index) => withoutOthers(input, referenced[index], numbers)),
    ...referenced.filter(hasDefaults).map(wireInterface),
    parameterMap(
      'ModelParams',
      'The parameters of each model as they are sent: what is required is here.',
      models,
      (model) => `${model.codegenName}${hasDefaults(model) ? 'Params' : 'Input'}`,
    ),
    parameterMap(
      'ModelInput<F = never>',
      'What a caller writes for each model: required parameters that have a default may be left out. `F` may stand beside references to files.',
      models,
      (model) => `${model.codegenName}Input${takesFiles(model) ? '<F>' : ''}`,
    ),
    costParameterMap(models),
    ...taskInterfaces(catalogue),
  ]
  const declarations = [
    ...interfaces.map(interfaceText),
    idTypes(catalogue)
      .map(([name, doc, type]) => `${comment(doc)}export type ${name} = ${type}\n`)
      .join(''),
  ]
  return `${header}${declarations.join('\n')}${footer(modelFacts)}${rangeDeclarations(catalogue)}${comment('The ids of all models, listed ones first.')}export declare const modelIds: readonly [${models.map(({ id }) => JSON.stringify(id)).join(', ')}]\n`
}

/**
 * The input with each shared number of other models as `never`: `InRange` names all of them, so that the compiler would no
 * longer report one as excess.
 */
function withoutOthers(
  input: InterfaceStructure,
  model: Model | undefined,
  numbers: readonly string[],
): InterfaceStructure {
  const absent = numbers
    .filter((name) => !model?.parameters.some((parameter) => parameter.name === name))
    .map((name): MemberStructure => ({
      name: memberName(name),
      doc: `Not a parameter of ${model?.id}.`,
      optional: true,
      type: 'never',
    }))
  return { ...input, members: [...input.members, ...absent] }
}

const header = `${notice}import type { JsonValue, ModelKind } from './catalogue.js'
import type { Cost, CostLine } from './measures/cost.js'

export type * from './catalogue.js'
export type { Cost, CostLine }

`

function parameterMap(
  name: string,
  doc: string,
  models: readonly Model[],
  type: (model: Model) => string,
): InterfaceStructure {
  const members = models.map((model): MemberStructure => ({
    name: JSON.stringify(model.id),
    doc: deprecatedTag(model.deprecated)[0],
    type: model.reference ? type(model) : 'OpenParameters',
  }))
  return { name, doc, members }
}

function costParameterMap(models: readonly Model[]): InterfaceStructure {
  return {
    name: 'CostParameters',
    doc: 'The parameters that change what a task of each model costs.',
    members: models.map((model): MemberStructure => ({
      name: JSON.stringify(model.id),
      type: model.reference ? union(costParameters(model)) : 'never',
    })),
  }
}

const kindNames: Record<ModelKind, [task: string, article: string, makes: string]> = {
  video: ['VideoTask', 'a', 'videos'],
  image: ['ImageTask', 'an', 'images'],
  audio: ['AudioTask', 'an', 'audio'],
  mesh: ['MeshTask', 'a', '3D models'],
}
const kinds = Object.entries(kindNames) as [ModelKind, (typeof kindNames)[ModelKind]][]

function taskInterfaces({ task }: Catalogue): InterfaceStructure[] {
  return [
    {
      name: 'Task',
      doc: 'What submit and query answer. Fields, states and resource types that are not named here may come too and are carried on.',
      members: task.fields.map((field) => ({
        name: field.name,
        doc: field.extension ? `${field.description} An extension of ours.` : field.description,
        optional: field.present !== 'always',
        type: taskFieldType(field),
      })),
    },
    ...kinds.map(([kind, [name, article]]): InterfaceStructure => ({
      name,
      doc: `The Task of ${article} ${kind} model.`,
      extends: 'Task',
      members: [{ name: 'object', type: JSON.stringify(kind) }],
    })),
  ]
}

/** Enumerations of answers are open: a word that is not known today must not break a program. */
function taskFieldType(field: TaskField): string {
  if (field.knownValues !== undefined)
    return `${field.name === 'status' ? 'TaskStatus' : union(field.knownValues)} | (string & {})`
  if (typeof field.type !== 'string') return 'JsonValue | undefined'
  return field.type === 'integer' ? 'number' : field.type
}

function idTypes({ models, task }: Catalogue): [name: string, doc: string, type: string][] {
  const ids = (select: (model: Model) => boolean): string => union(models.filter(select).map((model) => model.id))
  return [
    ['ModelId', 'The id of every model of the catalogue.', 'keyof ModelParams'],
    [
      'InvocableModelId',
      'The models that can be invoked: all but those that are visible and unavailable.',
      ids((model) => model.availability.status === 'available'),
    ],
    ...kinds.map(([kind, [, , makes]]): [string, string, string] => [
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)}ModelId`,
      `The models that make ${makes}.`,
      ids((model) => model.kind === kind),
    ]),
    [
      'CostInput<M extends ModelId>',
      'As much of a request as its cost depends on; the rest may be there too.',
      'Pick<ModelInput<unknown>[M], CostParameters[M] & keyof ModelInput[M]> & Partial<ModelInput<unknown>[M]>',
    ],
    [
      'OpenParameters',
      'Parameters of a model that is listed without a reference: nothing is known of them.',
      '{ [parameter: string]: JsonValue }',
    ],
    ['TaskStatus', 'The states a task can be in.', union(task.states.map((state) => state.status))],
  ]
}

function union(words: readonly string[]): string {
  return words.length === 0 ? 'never' : words.map((word) => JSON.stringify(word)).join(' | ')
}

const footer = (modelFacts: string): string => `
/** The body of a submit request for one model, or for any. */
export type SubmitRequest<M extends ModelId = ModelId> = M extends ModelId ? { model: M } & ModelParams[M] : never

/** The Task that a model answers with. */
export type TaskOf<M extends ModelId> = M extends ImageModelId
  ? ImageTask
  : M extends AudioModelId
    ? AudioTask
    : M extends MeshModelId
      ? MeshTask
      : VideoTask

${modelFacts}
/** What is known of each model, by id. */
export declare const models: { readonly [M in ModelId]: ModelFacts }
/** The version of the catalogue. */
export declare const version: string
`
