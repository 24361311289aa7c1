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
    message?: {
      en: FindingsText
      zh: FindingsText
    }
  }[]
  languages?: {
    en: FindingsLanguage
    zh: FindingsLanguage
  }
}
export interface FindingsLanguage {
  colon: string
  joins: {
    [k: string]: string[]
  }
  tables: {
    [k: string]: {
      [k: string]: string
    }
  }
  texts: {
    [k: string]: FindingsText
  }
}
export type FindingsText = string[]
