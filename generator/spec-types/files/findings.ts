// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { FactsRuleId, FactsSeverity } from './facts.js'

export interface FindingsFile {
  findings: {
    rule: FactsRuleId
    severity: FactsSeverity
    portable: boolean
    summary: string
    becomes?: {
      rule: FactsRuleId
      on: 'until' | 'from'
    }
  }[]
}
