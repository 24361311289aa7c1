// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { JsonValue } from '../../catalogue.js'
import type {
  FactsDate,
  FactsDeprecation,
  FactsFormat,
  FactsNotes,
  FactsParameterName,
  FactsPattern,
  FactsRuleId,
  FactsSeverity,
  FactsSource,
  FactsUnknown,
} from './facts.js'

export interface ParameterReference {
  $ref: string
  $comment?: string
  minLength?: number
  maxLength?: number
  pattern?: FactsPattern
  format?: FactsFormat
  examples?: string[]
  default?: string | number | boolean | null
  'x-defaults'?: ParameterConditionalDefaults
  'x-values'?: FactsUnknown
  'x-prompt-limits'?: ParameterPromptLimit[]
  'x-prompt-tokens'?: ParameterPromptToken[]
  'x-upcoming'?: {
    from: FactsDate
    minimum?: number
    maximum?: number
    minLength?: number
    maxLength?: number
    minItems?: number
    maxItems?: number
    enum?: (string | number)[]
    'x-source': FactsSource
  }[]
  description?: string
  'x-quantity'?:
    | 'seconds'
    | 'frames'
    | 'frame-rate'
    | 'outputs'
    | 'characters'
    | 'width'
    | 'height'
    | 'size'
    | 'input-seconds'
    | 'none'
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
  enum?: (string | number | boolean | null)[]
  'x-options'?: ParameterOption[]
  'x-unit'?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  items?: {
    [k: string]: JsonValue
  }
  'x-media'?: {
    type: string
    limits: ParameterMediaLimit[]
    contradicted?: ('url' | 'asset' | 'data')[]
  }
  'x-accepts'?: string[]
  required?: FactsParameterName[]
  properties?: {
    [k: string]: ParameterMember
  }
  additionalProperties?: false
  uniqueItems?: true
  'x-items'?: FactsUnknown
  type?: ('string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null')[]
}
export interface ParameterConditions {
  [k: string]:
    | string
    | number
    | boolean
    | (string | number | boolean)[]
    | {
        min?: number
        max?: number
      }
}
export interface ParameterPromptLimit {
  rule: FactsRuleId
  severity: FactsSeverity
  count: 'code-points' | 'han' | 'non-han' | 'words'
  max: number
  onlyWithHan?: true
  'x-source': FactsSource
}
export interface ParameterPromptToken {
  prefix: string
  parameter: FactsParameterName
  from: number
  to: number
  'x-source': FactsSource
}
export interface ParameterOption {
  value: string | number | boolean | null
  label?: {
    [k: string]: string
  }
  'x-deprecated'?: {
    since: FactsDate
    until?: FactsDate
    replacedBy?: string | number | boolean
    'x-source': FactsSource
  }
}
export interface ParameterMediaLimit {
  rule:
    | 'media-format'
    | 'media-codec'
    | 'media-bytes'
    | 'media-width'
    | 'media-height'
    | 'media-pixels'
    | 'media-video-pixels'
    | 'media-same-size'
    | 'media-aspect-ratio'
    | 'media-duration'
    | 'media-frame-rate'
    | 'media-sample-rate'
    | 'media-total-duration'
    | 'media-total-bytes'
    | 'media-size-unclear'
  severity: FactsSeverity
  formats?: string[]
  codecs?: string[]
  as?: string
  discouraged?: string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  when?: ParameterConditions
  unit?: 'KB' | 'MB' | 'GB' | 'px' | 'ms' | 's' | 'min' | 'h' | 'fps' | 'Hz' | 'ratio'
  quote?: string
  'x-source': FactsSource
}
export interface ParameterMediaReference {
  $comment?: string
  type: 'string' | ['string', 'null']
  pattern: string
  'x-accepts': string[]
  'x-media': {
    type: string
    limits: ParameterMediaLimit[]
    contradicted?: ('url' | 'asset' | 'data')[]
  }
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterMedia {
  $comment?: string
  type: 'array' | ['array', 'null']
  minItems?: number
  maxItems?: number
  items: {
    $ref: string
  }
  'x-media': {
    type: string
    limits: ParameterMediaLimit[]
    contradicted?: ('url' | 'asset' | 'data')[]
  }
  'x-upcoming'?: {
    from: FactsDate
    minItems?: number
    maxItems?: number
    'x-source': FactsSource
  }[]
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterEnum {
  $comment?: string
  type: string | ('string' | 'integer' | 'number' | 'boolean' | 'null')[]
  enum: (string | number | boolean | null)[]
  'x-options'?: ParameterOption[]
  default?: string | number | boolean | null
  'x-defaults'?: ParameterConditionalDefaults
  'x-unit'?: string
  'x-upcoming'?: {
    from: FactsDate
    enum?: (string | number)[]
    'x-source': FactsSource
  }[]
  description?: string
  'x-quantity'?:
    | 'seconds'
    | 'frames'
    | 'frame-rate'
    | 'outputs'
    | 'width'
    | 'height'
    | 'size'
    | 'input-seconds'
    | 'none'
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterConstant {
  $comment?: string
  type?: 'string'
  const: string
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterUnion {
  $comment?: string
  type: 'object' | ['object', 'null']
  oneOf: ParameterObject[]
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterObject {
  $comment?: string
  type: 'object' | ['object', 'null']
  required?: FactsParameterName[]
  properties: {
    [k: string]: ParameterMember
  }
  additionalProperties: false
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterMap {
  $comment?: string
  type: 'object' | ['object', 'null']
  additionalProperties: ParameterMember
  propertyNames?: {
    pattern: FactsPattern
    examples: string[]
  }
  minProperties?: number
  maxProperties?: number
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterString {
  $comment?: string
  type: 'string' | ['string', 'null']
  minLength?: number
  maxLength?: number
  pattern?: FactsPattern
  format?: FactsFormat
  examples?: string[]
  default?: string
  'x-defaults'?: ParameterConditionalDefaults
  'x-values'?: FactsUnknown
  'x-value-list'?: ParameterValueList
  'x-options'?: ParameterOption[]
  'x-prompt-limits'?: ParameterPromptLimit[]
  'x-prompt-tokens'?: ParameterPromptToken[]
  'x-upcoming'?: {
    from: FactsDate
    minLength?: number
    maxLength?: number
    'x-source': FactsSource
  }[]
  description?: string
  'x-quantity'?: 'characters' | 'size' | 'none'
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterValueList {
  name: string
  date: FactsDate
  values: string[]
  'x-source': FactsSource
}
export interface ParameterInteger {
  $comment?: string
  type: 'integer' | ['integer', 'null']
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  default?: number
  'x-defaults'?: ParameterConditionalDefaults
  'x-unit'?: string
  'x-upcoming'?: {
    from: FactsDate
    minimum?: number
    maximum?: number
    'x-source': FactsSource
  }[]
  description?: string
  'x-quantity'?: 'seconds' | 'frames' | 'frame-rate' | 'outputs' | 'width' | 'height' | 'input-seconds' | 'none'
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterNumber {
  $comment?: string
  type: 'number' | ['number', 'null']
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  default?: number
  'x-defaults'?: ParameterConditionalDefaults
  'x-unit'?: string
  'x-upcoming'?: {
    from: FactsDate
    minimum?: number
    maximum?: number
    'x-source': FactsSource
  }[]
  description?: string
  'x-quantity'?: 'seconds' | 'frames' | 'frame-rate' | 'outputs' | 'width' | 'height' | 'input-seconds' | 'none'
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterBoolean {
  $comment?: string
  type: 'boolean' | ['boolean', 'null']
  default?: boolean
  'x-defaults'?: ParameterConditionalDefaults
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterArray {
  $comment?: string
  type: 'array' | ['array', 'null']
  minItems?: number
  maxItems?: number
  'x-items': FactsUnknown
  'x-upcoming'?: {
    from: FactsDate
    minItems?: number
    maxItems?: number
    'x-source': FactsSource
  }[]
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export interface ParameterList {
  $comment?: string
  type: 'array' | ['array', 'null']
  minItems?: number
  maxItems?: number
  uniqueItems?: true
  items: ParameterMember
  'x-upcoming'?: {
    from: FactsDate
    minItems?: number
    maxItems?: number
    'x-source': FactsSource
  }[]
  description?: string
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
export type ParameterParameter = ParameterValue
export type ParameterValue =
  | ParameterReference
  | ParameterMediaReference
  | ParameterMedia
  | ParameterEnum
  | ParameterConstant
  | ParameterUnion
  | ParameterMap
  | ParameterString
  | ParameterInteger
  | ParameterNumber
  | ParameterBoolean
  | ParameterObject
  | ParameterArray
  | ParameterList
export type ParameterConditionalDefaults = {
  when: ParameterConditions
  default: string | number | boolean
}[]
export type ParameterMember = ParameterValue
export type ParameterDefinition = ParameterValue
