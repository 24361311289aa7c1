import type { Catalogue, JsonSchema, JsonValue } from '../catalogue.js'
import { publishedAddress } from '../base-address.js'
import type { Extra, File } from '../file.js'
import { isObject } from '../load/json-object.js'
import { modelSchema } from '../schema.js'
import { taskSchema } from '../task-schema.js'

interface Dialect {
  folder: string
  uri: string
  lower: (schema: JsonSchema) => JsonSchema
}

const dialects: Dialect[] = [
  { folder: 'json-schema', uri: 'https://json-schema.org/draft/2020-12/schema', lower: (schema) => schema },
  { folder: 'json-schema/draft-07', uri: 'http://json-schema.org/draft-07/schema#', lower: toDraft07 },
]

/** Each model's submit body, all of them together, and the Task, in two dialects, usable without a resolver. */
export function emitJsonSchema(catalogue: Catalogue, { baseAddress }: Pick<Extra, 'baseAddress'>): File[] {
  const schemas: [name: string, schema: JsonSchema][] = [
    ...catalogue.models.map((model): [string, JsonSchema] => [model.id, modelSchema(model)]),
    ['submit', submitSchema(catalogue)],
    ['task', taskSchema(catalogue.task)],
  ]
  const address = (path: string): string => publishedAddress(baseAddress, catalogue.version, path)
  return [
    ...dialects.flatMap(({ folder, uri, lower }) =>
      schemas.map(([name, schema]) => {
        const path = `${folder}/${name}.schema.json`
        return { path, content: text({ $schema: uri, $id: address(path), ...lower(schema) }) }
      }),
    ),
    { path: 'json-schema/catalog.json', content: text(storeCatalogue(catalogue, schemas, address)) },
  ]
}

function text(document: JsonSchema): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

/**
 * The schemas as a catalogue in the form of SchemaStore's, which editors read: whoever points an editor's setting for
 * schema stores at it has completion and checks in files named as `fileMatch` says.
 */
function storeCatalogue(
  { version }: Catalogue,
  schemas: readonly [name: string, schema: JsonSchema][],
  address: (path: string) => string,
): JsonSchema {
  return {
    $schema: 'https://json.schemastore.org/schema-catalog.json',
    version: 1,
    schemas: schemas.map(([name, schema]) => {
      const url = address(`json-schema/${name}.schema.json`)
      return {
        name: `Model Tasks: ${name}`,
        description: schema.description ?? '',
        ...(name === 'task' ? {} : { fileMatch: [name === 'submit' ? '*.model-tasks.json' : `*.${name}.json`] }),
        url,
        versions: { [version]: url },
      }
    }),
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
    allOf: models.map((model) => ({
      if: { required: ['model'], properties: { model: { const: model.id } } },
      then: modelSchema(model),
    })),
  }
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
