// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { FactsModelId, FactsNotes, FactsRuleId, FactsSource } from './facts.js'

export interface ServiceFile {
  $comment?: string
  models: FactsModelId[]
  endpoints: ServiceEndpoint[]
  authentication: {
    scheme: 'bearer'
    header: string
    notes: FactsNotes
  }
  polling: {
    minimumSeconds: number
    maximumSeconds: number
    'x-source': FactsSource
  }
  limits: FactsNotes
  notes?: FactsNotes
  extensions: {
    id: FactsRuleId
    title: string
    description: string
  }[]
}
export interface ServiceEndpoint {
  id: FactsRuleId
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  summary: string
  extension?: string
  'x-source'?: FactsSource
}
