// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { FactsRuleId } from './facts.js'

export interface SynonymsFile {
  synonyms: {
    id: FactsRuleId
    words: string[]
  }[]
}
