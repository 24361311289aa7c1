import {
  IndentationText,
  Project,
  type InterfaceDeclarationStructure,
  type OptionalKind,
  type PropertySignatureStructure,
  type SourceFile,
  StructureKind,
} from 'ts-morph'
import type { Catalogue, Model, TaskField } from '../../catalogue.js'
import { notice } from '../notice.js'
import { defaulted } from './body.js'
import { numericParameters, rangeDeclarations } from './ranges.js'

/** The text of `index.d.ts`, from the declarations of every model's input. */
export function indexDeclarations(catalogue: Catalogue, inputs: readonly string[]): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  })
  const referenced = catalogue.models.filter((model) => model.reference)
  const numbers = numericParameters(referenced)
  const complete = inputs.map((input, index) => withoutOthers(input, referenced[index], numbers))
  const file = project.createSourceFile('index.d.ts', `${header}${complete.join('\n')}`)
  file.addInterfaces([
    ...referenced.filter((model) => defaulted(model).length > 0).map((model) => wireParameters(file, model)),
    parameterMap(
      'ModelParams',
      'The parameters of each model as they are sent: what is required is here.',
      catalogue.models,
      (model) => (defaulted(model).length > 0 ? `${model.codegenName}Params` : `${model.codegenName}Input`),
    ),
    parameterMap(
      'ModelInput',
      'What a caller writes for each model: required parameters that have a default may be left out.',
      catalogue.models,
      (model) => `${model.codegenName}Input`,
    ),
    ...taskInterfaces(catalogue),
  ])
  file.addTypeAliases(idTypes(catalogue).map(([name, doc, type]) => ({ name, isExported: true, docs: [doc], type })))
  file.addStatements(footer)
  file.addStatements(rangeDeclarations(catalogue))
  file.addStatements(`/** The ids of all models, listed ones first. */
export declare const modelIds: readonly [${catalogue.models.map(({ id }) => JSON.stringify(id)).join(', ')}]`)
  return `${file.getFullText().replaceAll(';\n', '\n').trimEnd()}\n`
}

const header = `${notice}import type { JsonValue, ModelKind } from './catalogue.js'

export type * from './catalogue.js'

`

/**
 * The input with each numeric parameter of other models as `never`: `InRange` names all of them, so that the compiler would no
 * longer report one as excess.
 */
function withoutOthers(input: string, model: Model | undefined, numbers: readonly string[]): string {
  const absent = numbers.filter((name) => !model?.parameters.some((parameter) => parameter.name === name))
  const members = absent.map((name) => `  /** Not a parameter of ${model?.id}. */\n  ${name}?: never\n`)
  return input.replace(/\}\n$/, `${members.join('')}}\n`)
}

/** `ModelParams[id]` where it differs from the input: the defaulted parameters are required here. */
function wireParameters(file: SourceFile, model: Model): OptionalKind<InterfaceDeclarationStructure> {
  const input = file.getInterfaceOrThrow(`${model.codegenName}Input`)
  const properties = defaulted(model).map((name): OptionalKind<PropertySignatureStructure> => {
    const property = input.getPropertyOrThrow(name)
    return {
      name,
      type: property.getTypeNodeOrThrow().getText(),
      docs: property.getJsDocs().map((doc) => doc.getDescription().trim()),
    }
  })
  return {
    name: `${model.codegenName}Params`,
    isExported: true,
    extends: [`${model.codegenName}Input`],
    docs: [`${model.id} as it is sent.`],
    properties,
  }
}

function parameterMap(
  name: string,
  doc: string,
  models: readonly Model[],
  type: (model: Model) => string,
): OptionalKind<InterfaceDeclarationStructure> {
  return {
    name,
    isExported: true,
    docs: [doc],
    properties: models.map((model) => ({
      name: JSON.stringify(model.id),
      type: model.reference ? type(model) : 'OpenParameters',
    })),
  }
}

function taskInterfaces({ task }: Catalogue): OptionalKind<InterfaceDeclarationStructure>[] {
  const property = (field: TaskField): OptionalKind<PropertySignatureStructure> => ({
    name: field.name,
    hasQuestionToken: field.present !== 'always',
    type: taskFieldType(field),
    docs: [field.description],
  })
  const narrowed = (name: string, object: string): OptionalKind<InterfaceDeclarationStructure> => ({
    name,
    isExported: true,
    extends: ['Task'],
    docs: [`The Task of ${object === 'image' ? 'an' : 'a'} ${object} model.`],
    properties: [{ name: 'object', type: JSON.stringify(object) }],
  })
  return [
    {
      name: 'Task',
      kind: StructureKind.Interface,
      isExported: true,
      docs: [
        'What submit and query answer. Fields, states and resource types that are not named here may come too and are carried on.',
      ],
      properties: task.fields.map(property),
    },
    narrowed('VideoTask', 'video'),
    narrowed('ImageTask', 'image'),
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
    ['VideoModelId', 'The models that make videos.', ids((model) => model.kind === 'video')],
    ['ImageModelId', 'The models that make images.', ids((model) => model.kind === 'image')],
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

const footer = `
/** The body of a submit request for one model, or for any. */
export type SubmitRequest<M extends ModelId = ModelId> = M extends ModelId ? { model: M } & ModelParams[M] : never

/** The Task that a model answers with. */
export type TaskOf<M extends ModelId> = M extends ImageModelId ? ImageTask : VideoTask

/** What is known of a model without its limits. */
export interface ModelFacts {
  kind: ModelKind
  /** Absent where it is not shown. */
  displayName?: string
  /** Whether the published list names it. */
  listed: boolean
  /** Whether its parameters are known. */
  reference: boolean
  available: boolean
  /** Why it is not available. */
  reason?: string
  /** Whether assetId://{id} may stand for a media URL; false where it is not shown. */
  assetLibrary: boolean
  /** Names of the parameters, in the order of the model's table. */
  parameters: readonly string[]
  /** Values of the required parameters that have a default. */
  defaults: { readonly [parameter: string]: JsonValue }
  /** Fields of the Task that only some models have. */
  responseExtras: readonly string[]
}

/** What is known of each model, by id. */
export declare const models: { readonly [M in ModelId]: ModelFacts }
/** The version of the catalogue. */
export declare const version: string
`
