// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { ParameterDefinition } from './parameter.js'

export interface ParametersFile {
  $schema: 'meta/parameters.schema.json'
  $comment?: string
  description: string
  $defs: {
    [k: string]: ParameterDefinition
  }
}
