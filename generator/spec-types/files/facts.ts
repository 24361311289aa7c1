// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.

export interface FactsSource {
  section: string
  item?: string | number
}
export interface FactsUnknown {
  unknown: 'not shown'
}
export interface FactsNote {
  text: string
  'x-source': FactsSource
}
export interface FactsWords {
  en: string
  zh: string
}
export interface FactsDeprecation {
  since: FactsDate
  until?: FactsDate
  replacedBy?: string
  'x-source': FactsSource
}
export type FactsFormat = 'date' | 'time' | 'date-time' | 'uuid' | 'email' | 'uri' | 'uint64'
export type FactsPattern = string
export type FactsTextOrUnknown = FactsUnknown | string
export type FactsFlagOrUnknown = FactsUnknown | boolean
export type FactsSeverity = 'error' | 'advice'
export type FactsKind = 'video' | 'image' | 'audio' | 'mesh'
export type FactsNotes = FactsNote[]
export type FactsParameterName = string
export type FactsRuleId = string
export type FactsModelId = string
export type FactsDate = string
