// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { FactsPattern, FactsSource, FactsWords } from './facts.js'

export interface MediaFile {
  $schema: 'meta/media.schema.json'
  $comment?: string
  description: string
  $defs: {
    [k: string]: {
      type: 'string'
      pattern: FactsPattern
      description: string
      'x-accepts': ('url' | 'asset' | 'data')[]
      'x-source': FactsSource
    }
  }
  'x-types': {
    [k: string]: {
      name: FactsWords
      extension: string
    }
  }
}
