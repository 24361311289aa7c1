import type { JsonSchema, JsonValue } from '../catalogue.js'
import { entries, isObject, items } from '../load/json-object.js'
import { pointerOf, pointerSteps } from '../load/pointer.js'
import { nearestOf } from '../messages/listed.js'
import { CannotAddModelError } from '../new/add.js'
import { memberOf, type Fact, type Notes } from './lost.js'

/** Why a document, or an operation of it, cannot be read, in words for the person who asked. */
export class CannotImportError extends CannotAddModelError {
  override readonly name = 'CannotImportError'
}

/** An OpenAPI document of version 3, wherever it stands in the file. */
export interface OpenApi {
  root: Fact<JsonSchema>
  /** The value that a `$ref` of the document leads to; undefined where it leads nowhere, or out of the document. */
  resolve: (reference: string) => Fact<JsonValue> | undefined
  /** `owner/name`, and what it is, where the file is a description of a model, with the document inside. */
  modelName?: string
  description?: Fact<JsonValue>
}

/** Finds the OpenAPI document in a file: the file itself, or the `openapi_schema` of a model or of its version. */
export function openApiIn(text: string, path: string): OpenApi {
  const value = parse(text, path)
  const places = [[], ['openapi_schema'], ['latest_version', 'openapi_schema']]
  for (const steps of places) {
    const found = steps.reduce<JsonValue | undefined>((at, step) => (isObject(at) ? at[step] : undefined), value)
    if (!isObject(found) || typeof found.openapi !== 'string') continue
    if (!found.openapi.startsWith('3.'))
      throw new CannotImportError(`${path} is OpenAPI ${found.openapi}; expected version 3.0 or 3.1`)
    const root = { value: found, pointer: pointerOf(steps) }
    const name =
      isObject(value) && typeof value.owner === 'string' && typeof value.name === 'string'
        ? { modelName: `${value.owner}/${value.name}` }
        : {}
    const description = isObject(value) ? memberOf({ value, pointer: '' }, 'description') : undefined
    return {
      root,
      resolve: (reference) => resolve(root, reference),
      ...name,
      ...(description === undefined ? {} : { description }),
    }
  }
  throw new CannotImportError(
    `${path} is not an OpenAPI document: it has no "openapi" with a version, and no "openapi_schema" as the description of a model or version`,
  )
}

function parse(text: string, path: string): JsonValue {
  try {
    // Programs for Windows write a byte order mark before the document.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotImportError(`${path} is not JSON (${reason}); a document in YAML has to be converted first`)
  }
}

function resolve(root: Fact<JsonSchema>, reference: string): Fact<JsonValue> | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  let at: Fact<JsonValue> | undefined = root
  for (const step of pointerSteps(decoded(reference.slice(1)))) at = at && stepInto(at, step)
  return at
}

/** What a part of an address stands for; one that is not encoded as in an address stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function stepInto({ value, pointer }: Fact<JsonValue>, step: string): Fact<JsonValue> | undefined {
  const child = Array.isArray(value)
    ? value[Number(step)]
    : isObject(value) && Object.hasOwn(value, step)
      ? value[step]
      : undefined
  return child === undefined ? undefined : { value: child, pointer: pointer + pointerOf([step]) }
}

/** What one operation takes. */
export interface Operation {
  method: string
  /** As the document writes it, with its first slash. */
  path: string
  /** What the document says that it does. */
  description?: Fact<string>
  /** The schema of the parameters of the model: the body, or what is under `input` in it. */
  input: Fact<JsonValue>
}

const methods = ['post', 'put', 'patch', 'get', 'delete', 'head', 'options', 'trace']

/**
 * The operation that a person names by its `operationId`, its path, or its method and path. Throws a CannotImportError
 * that has the nearest names when there is none, and one with the choice when a path has several.
 */
export function operationOf(document: OpenApi, asked: string, notes: Notes): Operation {
  const all = operationsIn(document)
  const path = asked.startsWith('/') ? asked : `/${asked}`
  const named = all.filter(
    (each) =>
      each.id === asked ||
      each.path === path ||
      `${each.method} ${each.path}` === asked.replace(/^[A-Z]+(?= )/, (method) => method.toLowerCase()),
  )
  const withBody = named.filter(({ value }) => value.requestBody !== undefined)
  const [operation, other] = withBody.length > 0 ? withBody : named
  if (operation === undefined) throw new CannotImportError(unknownOperation(asked, all))
  if (other !== undefined)
    throw new CannotImportError(
      `"${asked}" names ${named.length} operations; name one of ${named.map(label).join(', ')}`,
    )
  const body = bodyOf(document, operation)
  if (body === undefined)
    throw new CannotImportError(
      `${label(operation)} takes no JSON body, so it does not submit a task; those that do: ${
        all
          .filter((each) => bodyOf(document, each) !== undefined)
          .map(label)
          .join(', ') || 'none'
      }`,
    )
  loseTheRest(document, operation, notes)
  const description = textIn(document.description) ?? textIn(memberOf(operation, 'description'))
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    ...(description === undefined ? {} : { description }),
    input: inputOf(document, body, notes),
  }
}

function textIn(fact: Fact<JsonValue> | undefined): Fact<string> | undefined {
  return typeof fact?.value === 'string' && fact.value.trim() !== ''
    ? { value: fact.value, pointer: fact.pointer }
    : undefined
}

interface Found extends Fact<JsonSchema> {
  method: string
  path: string
  id?: string
}

const label = ({ method, path }: Found): string => `"${method} ${path}"`

function operationsIn({ root }: OpenApi): Found[] {
  return entries(root.value.paths).flatMap(([path, item]) =>
    entries(item).flatMap(([method, value]): Found[] => {
      if (!methods.includes(method) || !isObject(value)) return []
      const pointer = root.pointer + pointerOf(['paths', path, method])
      return [
        { method, path, value, pointer, ...(typeof value.operationId === 'string' ? { id: value.operationId } : {}) },
      ]
    }),
  )
}

function unknownOperation(asked: string, all: readonly Found[]): string {
  if (all.length === 0) return 'the document has no operation: its "paths" are empty'
  const names = [...new Set(all.flatMap(({ id, path }) => (id === undefined ? [path] : [path, id])))]
  const near = nearestOf(asked, names, 5).map((name) => `"${name}"`)
  return `the document has no operation "${asked}"; the nearest of its names are ${near.join(', ')}. Name one by its operationId, its path, or its method and path ("post ${all[0]?.path ?? '/'}")`
}

function bodyOf(document: OpenApi, { value, pointer }: Found): Fact<JsonValue> | undefined {
  const body = objectAt(document, memberOf({ value, pointer }, 'requestBody'))
  const content = body && objectAt(document, memberOf(body, 'content'))
  const media = content && objectAt(document, memberOf(content, 'application/json'))
  return media && memberOf(media, 'schema')
}

/** An object, through the references that lead to it. */
export function objectAt(document: OpenApi, fact: Fact<JsonValue> | undefined): Fact<JsonSchema> | undefined {
  let at = fact
  for (let steps = 0; at !== undefined && steps < 16; steps++) {
    const { value, pointer } = at
    if (!isObject(value)) return undefined
    if (typeof value.$ref !== 'string') return { value, pointer }
    at = document.resolve(value.$ref)
  }
  return undefined
}

/** Some vendors put the parameters of a model under `input`, beside what every model takes. */
function inputOf(document: OpenApi, body: Fact<JsonValue>, notes: Notes): Fact<JsonValue> {
  const object = objectAt(document, body)
  const properties = object && objectAt(document, memberOf(object, 'properties'))
  const input = properties && memberOf(properties, 'input')
  if (properties === undefined || objectAt(document, input)?.value.properties === undefined) return body
  for (const name of Object.keys(properties.value))
    if (name !== 'input')
      notes.lose(
        properties.pointer + pointerOf([name]),
        'it stands beside "input", whose members become the parameters',
      )
  return input ?? body
}

/** What an operation says beside its body has no place in a model file. */
function loseTheRest(document: OpenApi, operation: Found, notes: Notes): void {
  for (const [index] of items(operation.value.parameters))
    notes.lose(
      `${operation.pointer}/parameters/${index}`,
      'a request has a body and nothing else: parameters of path, query and header have no place in a model file',
    )
  const body = objectAt(document, memberOf(operation, 'requestBody'))
  const content = body && objectAt(document, memberOf(body, 'content'))
  for (const [type] of entries(content?.value))
    if (content !== undefined && type !== 'application/json')
      notes.lose(content.pointer + pointerOf([type]), 'a request is JSON')
  if (operation.value.responses !== undefined)
    notes.lose(
      `${operation.pointer}/responses`,
      'what the vendor answers is mapped in spec/upstreams; a model file says what a request may be',
    )
}
