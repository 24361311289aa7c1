// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { FactsKind, FactsModelId, FactsNotes, FactsSource, FactsUnknown } from './facts.js'

export interface TaskFile {
  $schema: 'meta/task.schema.json'
  title: 'Task'
  description: string
  'x-source': FactsSource
  type: 'object'
  properties: {
    [k: string]: TaskField
  }
  additionalProperties: true
  'x-states': {
    status: string
    terminal: boolean
    description: string
    'x-source': FactsSource
  }[]
  'x-notes': FactsNotes
}
export interface TaskField {
  type?: 'string' | 'integer' | 'number' | 'boolean'
  'x-type'?: FactsUnknown
  description: string
  'x-present': 'always' | 'usual' | 'completed' | 'failed' | 'unknown'
  'x-inferred'?: true
  'x-known-values'?: string[]
  'x-unit'?: string
  'x-models'?: FactsModelId[]
  'x-kind'?: FactsKind
  'x-source': FactsSource
  'x-extension'?: true
}
