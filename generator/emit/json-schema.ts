import type { Catalogue, JsonSchema, JsonValue, Model } from '../catalogue.js'
import { publishedAddress } from '../base-address.js'
import { filesOfMeta } from '../check/meta.js'
import type { Extra, File, LargeFile, Shared } from '../file.js'
import { isObject } from '../load/json-object.js'
import { mapped, pieces, pieceText, withList } from './pieces.js'
import { modelSchema } from '../schema.js'
import { taskSchema } from '../task-schema.js'
import { fileNameOf } from '../measures/file-name.js'

interface Dialect {
  folder: string
  uri: string
  lower: (schema: JsonSchema) => JsonSchema
}

const dialects: Dialect[] = [
  { folder: 'json-schema', uri: 'https://json-schema.org/draft/2020-12/schema', lower: (schema) => schema },
  { folder: 'json-schema/draft-07', uri: 'http://json-schema.org/draft-07/schema#', lower: toDraft07 },
]

type Addressed = Pick<Extra, 'baseAddress'>
type WithMeta = Pick<Extra, 'baseAddress' | 'metaSchemas'>

/** A model's submit body in two dialects, usable without a resolver. */
export function emitModelJsonSchema(model: Model, shared: Shared, extra: Addressed): File[] {
  const schema = modelSchema(model)
  return dialects.map((dialect) => {
    const [path, head] = headOf(dialect, fileNameOf(model.id), shared, extra)
    return { path, content: text({ ...head, ...dialect.lower(schema) }) }
  })
}

/**
 * Any submit body and the Task, in the same dialects, the meta-schemas of the catalogue's own files with an address, and all
 * schemas as a catalogue for schema stores.
 */
export function* emitJsonSchema(catalogue: Catalogue, extra: WithMeta): Generator<File | LargeFile> {
  const task = taskSchema(catalogue.task)
  for (const dialect of dialects) {
    const [path, head] = headOf(dialect, 'submit', catalogue, extra)
    const frame = { ...head, ...submitSchema(catalogue), allOf: pieces }
    const branches = mapped(catalogue.models, (model) => pieceText(dialect.lower(submitBranch(model)), 2))
    yield { path, pieces: withList(frame, branches) }
    const [taskPath, taskHead] = headOf(dialect, 'task', catalogue, extra)
    yield { path: taskPath, content: text({ ...taskHead, ...dialect.lower(task) }) }
  }
  for (const [name, { $schema = '', ...schema }] of extra.metaSchemas) {
    const path = `json-schema/meta/${name}`
    // What refers to another of them does so by its name, which is relative to this address.
    yield { path, content: text({ $schema, $id: addressOf(path, catalogue, extra), ...schema }) }
  }
  yield { path: 'json-schema/catalog.json', content: text(storeCatalogue(catalogue, extra)) }
}

function addressOf(path: string, { version }: Shared, { baseAddress }: Addressed): string {
  return publishedAddress(baseAddress, version, path)
}

/** Where a schema of one dialect is, and what stands first in it. */
function headOf(
  { folder, uri }: Dialect,
  name: string,
  shared: Shared,
  extra: Addressed,
): [path: string, head: JsonSchema] {
  const path = `${folder}/${name}.schema.json`
  return [path, { $schema: uri, $id: addressOf(path, shared, extra) }]
}

function text(document: JsonSchema): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

/**
 * The schemas as a catalogue in the form of SchemaStore's, which editors read: those who point an editor's setting for
 * schema stores at it has completion and checks in files named as `fileMatch` says.
 */
function storeCatalogue(catalogue: Catalogue, extra: WithMeta): JsonSchema {
  const { version, models, task } = catalogue
  const entry = (name: string, description: JsonValue | undefined, fileMatch?: string): JsonSchema => {
    const url = addressOf(`json-schema/${name}.schema.json`, catalogue, extra)
    return {
      name: `Model Tasks: ${name}`,
      description: description ?? '',
      ...(fileMatch === undefined ? {} : { fileMatch: [fileMatch] }),
      url,
      versions: { [version]: url },
    }
  }
  return {
    $schema: 'https://json.schemastore.org/schema-catalog.json',
    version: 1,
    schemas: [
      ...models.map(({ id, description }) => entry(fileNameOf(id), description, `*.${fileNameOf(id)}.json`)),
      entry('submit', submitSchema(catalogue).description, '*.model-tasks.json'),
      entry('task', taskSchema(task).description),
      ...extra.metaSchemas.map(([file, { description }]) => {
        const files = filesOfMeta(`meta/${file}`)
        const match = files === undefined ? undefined : `**/spec/${files}`
        return entry(`meta/${file.replace('.schema.json', '')}`, description, match)
      }),
    ],
  }
}

/** Any submit body: a known model, and then that model's own schema, so that errors speak of one model and not of all. */
function submitSchema({ models }: Catalogue): JsonSchema {
  return {
    title: 'SubmitRequest',
    description: 'The body of a submit request: a Model ID and the parameters of that model.',
    type: 'object',
    required: ['model'],
    properties: { model: { type: 'string', enum: models.map((model) => model.id), description: 'The Model ID.' } },
  }
}

/** What a body that names the model must be. */
function submitBranch(model: Model): JsonSchema {
  return { if: { required: ['model'], properties: { model: { const: model.id } } }, then: modelSchema(model) }
}

/** Draft-07 knows `dependentRequired` as `dependencies`; the rest of what models use is the same. */
function toDraft07(schema: JsonSchema): JsonSchema {
  const lowered: JsonSchema = {}
  for (const [key, value] of Object.entries(schema))
    lowered[key === 'dependentRequired' ? 'dependencies' : key] = lowerValue(value)
  return lowered
}

function lowerValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(lowerValue)
  return isObject(value) ? toDraft07(value) : value
}
