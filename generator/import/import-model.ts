import { readFile } from 'node:fs/promises'
import type { JsonSchema, ModelKind } from '../catalogue.js'
import { entries, isObject, objectOrEmpty } from '../load/json-object.js'
import { newModel } from '../new/add.js'
import { CannotImportError, openApiIn, operationOf, type OpenApi, type Operation } from './document.js'
import { Notes, type LostFact } from './lost.js'
import { keepWhatPasses, modelFileOf } from './model-file.js'

/** What was asked for. */
export interface ImportRequest {
  /** The file of the document. */
  document: string
  /** `operationId`, path, or method and path of the operation that submits a task. */
  operation: string
  /** The Model ID; without it, the one that the document shows. */
  id?: string | undefined
  /** What the model makes; without it, what the document says. */
  kind?: ModelKind | undefined
}

/** What was written. */
export interface Imported {
  /** Path of the model file below the specification. */
  path: string
  /** How many parameters it has. */
  parameters: number
  /** What the document states and the file does not hold, in the order of the pointers. */
  lost: LostFact[]
}

/**
 * Adds a model file that holds what an OpenAPI document of a vendor says of one operation, and answers what it does not
 * hold. The file passes every check of the generator: what one of them rejects is left out, and is in the answer. Throws
 * a CannotImportError or a CannotAddModelError, and writes nothing, when the request names what is not there.
 */
export async function importModel(directory: string, request: ImportRequest): Promise<Imported> {
  const text = await readFile(request.document, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CannotImportError(`${request.document} cannot be read: ${error.message}`)
  })
  const document = openApiIn(text, request.document)
  const notes = new Notes()
  const operation = operationOf(document, request.operation, notes)
  const id = request.id ?? idOf(document, operation)
  const place = await newModel(directory, id)
  const model = { id, kind: request.kind ?? kindOf(document) }
  const file = modelFileOf(document, operation, model, notes)
  keepWhatPasses(file, model, place.check, notes)
  await place.write(file)
  const { properties } = file
  return {
    path: place.path,
    parameters: isObject(properties) ? Object.keys(properties).length - 1 : 0,
    lost: notes.lost,
  }
}

/** Where a document is of one model, its metadata or its path is the ID; the description of a model has an owner and a name. */
function idOf({ root, modelName }: OpenApi, { path }: Operation): string {
  const { endpointId } = metadataOf(root.value)
  if (typeof endpointId === 'string') return endpointId
  if (modelName !== undefined) return modelName
  const id = path.replace(/^\/|\/$/g, '')
  if (id.includes('/') && !/[{}]/.test(id)) return id
  throw new CannotImportError('the document does not say the ID of the model; add --id <model-id>')
}

/** What the last words of categories, such as `image-to-video`, make. */
const made: ReadonlyMap<string, ModelKind> = new Map([
  ['video', 'video'],
  ['image', 'image'],
  ['audio', 'audio'],
  ['speech', 'audio'],
  ['music', 'audio'],
  ['3d', 'mesh'],
])

function kindOf({ root }: OpenApi): ModelKind {
  const { category } = metadataOf(root.value)
  const kind = typeof category === 'string' ? made.get(category.replace(/^.*-to-/, '')) : undefined
  if (kind !== undefined) return kind
  throw new CannotImportError('the document does not say what the model makes; add --kind video|image|audio|mesh')
}

/** What an extension such as `x-acme-metadata` says of the model: its `endpointId` and `category`. */
function metadataOf(root: JsonSchema): JsonSchema {
  return objectOrEmpty(entries(root.info).find(([key]) => /^x-.*metadata$/.test(key))?.[1])
}
