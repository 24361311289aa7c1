import type {
  ConditionalDefault,
  Deprecation,
  JsonValue,
  Parameter,
  Severity,
  UpcomingLimit,
  ValueDeprecation,
  ValueList,
  ValueOption,
  Words,
} from './catalogue.js'

/** What a parameter accepts, as data and in words. Lengths count Unicode code points; bounds are inclusive unless their name says otherwise. */
export interface ParameterFacts {
  kind: Parameter['kind']
  /** JSON type of the value; `mixed` where its values are of several types. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'mixed'
  required: boolean
  /** Whether null may be sent as well. */
  nullable?: true
  default?: JsonValue
  /** Defaults that count under a condition: the first that holds. Where none does, `default` counts. */
  defaults?: readonly ConditionalDefault[]
  /** What it accepts, as a noun phrase: "an integer from 4 to 15 s". */
  phrase: Words
  /** The closed set of values. */
  allowed?: readonly JsonValue[]
  /** What is said of single values. */
  options?: readonly OptionFacts[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  /** Such as `s`. */
  unit?: string
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  /** Values of a list that grows, as they were on a day (YYYY-MM-DD); other ones may be sent. */
  list?: Omit<ValueList, 'source'>
  /** Values that the pattern accepts. */
  examples?: readonly string[]
  minItems?: number
  maxItems?: number
  uniqueItems?: true
  /** Of references to files: the type of file, and what a reference may be: `url`, `asset`, `data`. */
  media?: string
  accepts?: readonly string[]
  /** Forms that the description of the model both allows and rules out. */
  contradicted?: readonly string[]
  /** Of prompts: tokens that name items of other parameters. */
  tokens?: readonly { prefix: string; parameter: string; from: number; to: number }[]
  /** Of objects: the members, by name. Of unions the one that tells the forms apart. */
  members?: { readonly [name: string]: ParameterFacts }
  /** Of unions: the forms, by the value of the tag. */
  variants?: { readonly [value: string]: ParameterFacts }
  /** The member that tells them apart. */
  tag?: string
  /** Of lists: one item; of maps: one value. */
  items?: ParameterFacts
  /** Names it had before. */
  renamedFrom?: readonly string[]
  deprecated?: Omit<Deprecation, 'source'>
  upcoming?: readonly Omit<UpcomingLimit, 'source'>[]
}

/** What is said of one value, without the place that states it. */
export interface OptionFacts extends Omit<ValueOption, 'deprecated'> {
  deprecated?: Omit<ValueDeprecation, 'source'>
}

/** What is said of a model in findings, pages, terminals and forms. */
export interface ModelTextFacts {
  model: string
  /** Heading of the model's table; the source of a parameter is the section and its name. */
  section: string
  /** By name, in the order of the table. */
  parameters: { readonly [name: string]: ParameterFacts }
  /** The model's rules across parameters, by ID. */
  rules: { readonly [id: string]: { severity: Severity; message: Words; source: string } }
  /** Sources of prompt rules where they are not the parameter's own, by rule ID. */
  sources?: { readonly [rule: string]: string }
  deprecated?: Omit<Deprecation, 'source'>
}
