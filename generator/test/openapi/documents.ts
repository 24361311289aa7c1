import { fileURLToPath } from 'node:url'
import { readCatalogue } from '../../read/catalogue.js'
import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { emitOpenapi } from '../../emit/openapi.js'
import { wholeFile } from '../../file.js'
import { loadSpec } from '../../load/spec.js'

export const catalogue = readCatalogue(await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url))))
const files = new Map([...emitOpenapi(catalogue)].map(wholeFile).map(({ path, content }) => [path, content]))

export const yaml = files.get('openapi.yaml') ?? ''
export const document31 = parse('openapi.json')
export const document30 = parse('openapi-3.0.json')
export const documentWithDefaults = parse('openapi-defaults.json')

function parse(path: string): JsonSchema {
  return object(JSON.parse(files.get(path) ?? 'null'))
}

/** A value that must be an object. */
export function object(value: unknown): JsonSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`not an object: ${JSON.stringify(value)}`)
  return value as JsonSchema
}

/** The component schemas of a document. */
export function schemas(document: JsonSchema): Record<string, JsonSchema> {
  return object(object(document.components).schemas) as Record<string, JsonSchema>
}

/** Every value below `value` with its JSON pointer; what `x-` keys and examples hold is data of ours and left out. */
export function* walk(value: JsonValue, pointer = ''): Generator<[pointer: string, value: JsonValue]> {
  yield [pointer, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (!key.startsWith('x-') && !['example', 'examples'].includes(key))
      yield* walk(member, `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`)
  }
}
