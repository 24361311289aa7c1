// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { JsonValue } from '../../catalogue.js'
import type {
  FactsDeprecation,
  FactsFlagOrUnknown,
  FactsKind,
  FactsModelId,
  FactsNotes,
  FactsParameterName,
  FactsPattern,
  FactsRuleId,
  FactsSeverity,
  FactsSource,
  FactsTextOrUnknown,
  FactsWords,
} from './facts.js'
import type { ParameterParameter } from './parameter.js'

export interface ModelFile {
  $schema: '../meta/model.schema.json'
  title: FactsModelId
  description: string
  'x-kind': FactsKind
  'x-display-name': FactsTextOrUnknown
  'x-listed': boolean
  'x-reference': boolean
  'x-availability': {
    status: 'available' | 'unavailable'
    inferred?: true
    reason?: string
    'x-source'?: FactsSource
  }
  'x-asset-library': FactsFlagOrUnknown
  'x-response-extras': ('upstream_url' | 'upstream_urls')[]
  'x-source': FactsSource
  'x-renamed-from'?: FactsModelId[]
  'x-notes'?: FactsNotes
  type: 'object'
  required: string[]
  properties: {
    model: {
      const: FactsModelId
    }
    [k: string]:
      | ParameterParameter
      | {
          const: FactsModelId
        }
  }
  additionalProperties: boolean
  allOf?: ModelEntry[]
  'x-advice'?: ModelEntry[]
  $comment?: string
  'x-deprecated'?: FactsDeprecation
  'x-price'?: ModelPrice[]
}
export interface ModelEntry {
  'x-rule': ModelRule
  if?: ModelCondition
  then?: ModelCondition
  else?: ModelCondition
  not?: ModelCondition
  dependentRequired?: {
    [k: string]: FactsParameterName[]
  }
  allOf?: ModelCondition[]
  anyOf?: ModelCondition[]
  oneOf?: ModelCondition[]
  'x-sum'?: ModelLimitOfNumbers
  'x-product'?: ModelLimitOfNumbers
  'x-count'?: ModelLimitOfNumbers
  'x-order'?: ModelOrderOfNumbers
}
export interface ModelRule {
  id: FactsRuleId
  severity: FactsSeverity
  message?: FactsWords
  parameters: FactsParameterName[]
  'x-source': FactsSource
  examples: {
    valid: {
      [k: string]: JsonValue
    }[]
    invalid: {
      [k: string]: JsonValue
    }[]
  }
}
export interface ModelCondition {
  required?: FactsParameterName[]
  properties?: {
    [k: string]: ModelValue
  }
  not?: ModelCondition
  allOf?: ModelCondition[]
  anyOf?: ModelCondition[]
  oneOf?: ModelCondition[]
  dependentRequired?: {
    [k: string]: FactsParameterName[]
  }
}
export interface ModelValue {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'
  const?: string | number | boolean | null
  enum?: (string | number | boolean | null)[]
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  not?: ModelValue
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  pattern?: FactsPattern
  items?: ModelValue
  contains?: ModelValue
  required?: FactsParameterName[]
  properties?: {
    [k: string]: ModelValue
  }
  dependentRequired?: {
    [k: string]: FactsParameterName[]
  }
  allOf?: ModelValue[]
  anyOf?: ModelValue[]
  oneOf?: ModelValue[]
  if?: ModelValue
  then?: ModelValue
  else?: ModelValue
}
export interface ModelLimitOfNumbers {
  of: ModelNumbers[]
  maximum?: ModelBound
  minimum?: ModelBound
}
export interface ModelOrderOfNumbers {
  of: ModelNumbers[]
  orEqual?: true
}
export interface ModelPrice {
  from?: string
  lines: ModelPriceLine[]
  tiers?: {
    when: {
      [k: string]: JsonValue
    }
    lines: ModelPriceLine[]
  }[]
  'x-source': FactsSource
}
export interface ModelPriceLine {
  credits: number | {}
  per?: string | {} | unknown[]
  when?: {
    [k: string]: JsonValue
  }
}
export type ModelNumbers = string
export type ModelBound = number | string
