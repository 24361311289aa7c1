import SwaggerParser from '@apidevtools/swagger-parser'
import { generated } from '../../paths.mjs'

/** Validates each document against the schema of its version, and follows every reference. */
export async function check() {
  const names = ['openapi.yaml', 'openapi-3.0.json', 'openapi-defaults.json']
  for (const name of names) await SwaggerParser.validate(`${generated}/${name}`)
  return `${names.length} documents are valid`
}
