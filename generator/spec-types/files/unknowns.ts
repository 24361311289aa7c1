// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { FactsRuleId, FactsSource } from './facts.js'

export interface UnknownsFile {
  unknowns: {
    id: FactsRuleId
    topic: string
    handling: string
    'x-source': FactsSource
  }[]
}
