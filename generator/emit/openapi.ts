import { stringify } from 'yaml'
import type { Catalogue } from '../catalogue.js'
import type { File } from '../file.js'
import { openapiDocument } from './openapi/document.js'
import { lowerTo30 } from './openapi/lower-to-30.js'

/**
 * The contract as OpenAPI 3.1, in JSON and YAML, as 3.0.3 for tools that stopped there, and with every default as
 * `default`, for tools that show or fill in only those.
 */
export function emitOpenapi(catalogue: Catalogue): File[] {
  const document = openapiDocument(catalogue)
  return [
    { path: 'openapi.json', content: `${JSON.stringify(document, null, 2)}\n` },
    { path: 'openapi.yaml', content: stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }) },
    { path: 'openapi-3.0.json', content: `${JSON.stringify(lowerTo30(document, catalogue), null, 2)}\n` },
    {
      path: 'openapi-defaults.json',
      content: `${JSON.stringify(openapiDocument(catalogue, 'stated'), null, 2)}\n`,
    },
  ]
}
