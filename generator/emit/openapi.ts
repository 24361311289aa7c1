import { stringify } from 'yaml'
import type { Catalogue, JsonSchema } from '../catalogue.js'
import type { File } from '../file.js'
import { openapiDocument } from './openapi/document.js'
import { objectOrEmpty } from '../load/json-object.js'
import { perModel } from '../per-model.js'
import { lowerTo30 } from './openapi/lower-to-30.js'

/**
 * The contract as OpenAPI 3.1, in JSON and YAML, as 3.0.3 for tools that stopped there, and with every default as
 * `default`, for tools that show or fill in only those.
 */
export function emitOpenapi(catalogue: Catalogue): File[] {
  const document = openapiDocument(catalogue)
  return [
    { path: 'openapi.json', content: `${JSON.stringify(document, null, 2)}\n` },
    { path: 'openapi.yaml', content: yamlOf(document, catalogue) },
    { path: 'openapi-3.0.json', content: `${JSON.stringify(lowerTo30(document, catalogue), null, 2)}\n` },
    {
      path: 'openapi-defaults.json',
      content: `${JSON.stringify(openapiDocument(catalogue, 'stated'), null, 2)}\n`,
    },
  ]
}

/** The document as YAML. Its components are written one by one, so that watching writes only those of a changed model. */
function yamlOf(document: JsonSchema, { models }: Catalogue): string {
  const components = objectOrEmpty(document.components)
  const modelOf = new Map(models.map((model) => [model.codegenName, model]))
  const schemas = Object.entries(objectOrEmpty(components.schemas)).map(([name, schema]) => {
    const model = modelOf.get(name)
    return model === undefined ? component(name, objectOrEmpty(schema)) : modelText(model, objectOrEmpty(schema))
  })
  const empty = '\n  schemas: {}\n'
  const frame = text({ ...document, components: { ...components, schemas: {} } })
  if (frame.split(empty).length !== 2) throw new Error('the YAML document has no place for its schemas')
  return frame.replace(empty, () => `\n  schemas:\n${schemas.join('')}`)
}

const modelText = perModel((model, schema: JsonSchema): string => component(model.codegenName, schema))

function component(name: string, schema: JsonSchema): string {
  return text({ [name]: schema }).replace(/^(?=.)/gm, '    ')
}

function text(value: JsonSchema): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
