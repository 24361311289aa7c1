// Made by the generator from spec/. Do not edit.
import type { Conditions } from '../measures/conditions.js'
import type { Deprecation, Note, Severity, Source, Unknown, Words } from './stated.js'

/** What the value of a parameter counts. */
export type QuantityWord =
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

/** One parameter of one model, tagged by `kind`. */
export type Parameter =
  | PromptParameter
  | StringParameter
  | EnumParameter
  | IntegerParameter
  | NumberParameter
  | BooleanParameter
  | MediaParameter
  | ObjectParameter
  | UnionParameter
  | MapParameter
  | ListParameter
  | ArrayParameter

interface ParameterBase {
  name: string
  /** Required on the wire. With a `default`, the client fills it in. */
  required: boolean
  /** Whether null may be sent as well. */
  nullable?: true
  description: string
  /** What it accepts, as a noun phrase: "an integer from 4 to 15 s". Follows from the limits. */
  phrase: Words
  /** Defaults that count under a condition, of an optional parameter: the first that holds. Where none does, `default` counts. */
  defaults?: ConditionalDefault[]
  /** What the value counts, where the name and the unit do not say it. */
  quantity?: QuantityWord
  notes: Note[]
  /** Names it had before. */
  renamedFrom?: string[]
  deprecated?: Deprecation
  /** Limits that apply from a later date. Until then a value beyond one is advice. */
  upcoming?: UpcomingLimit[]
  source: Source
}

/** What a parameter is where a request leaves it out and meets a condition. */
export interface ConditionalDefault {
  when: Conditions
  /** The condition in words: "resolution is 1080p". */
  phrase: Words
  default: string | number | boolean
}

/** A limit that applies from a date on. Bounds are inclusive. */
export interface UpcomingLimit {
  /** Date (YYYY-MM-DD). */
  from: string
  /** Of numbers. */
  minimum?: number
  maximum?: number
  /** Of strings, in Unicode code points. */
  minLength?: number
  maxLength?: number
  /** Of arrays. */
  minItems?: number
  maxItems?: number
  /** The values that remain. */
  values?: (string | number | boolean)[]
  source: Source
}

/** A string, and what is the same for a prompt. Lengths count Unicode code points. */
interface StringFacts extends ParameterBase {
  maxLength?: number
  /** A regular expression that every engine reads alike. With `format`, the pattern of the format. */
  pattern?: string
  format?: StringFormat
  default?: string
  /** Values that the pattern accepts. */
  examples?: string[]
}
/** Text that the model reads: the parameter named `prompt`, or one with prompt limits or tokens. */
export interface PromptParameter extends StringFacts {
  kind: 'prompt'
  minLength: number
  limits: PromptLimit[]
  tokens: PromptToken[]
}
/** A free string; what values it takes may be unknown. */
export interface StringParameter extends StringFacts {
  kind: 'string'
  minLength?: number
  values?: Unknown
  /** Values of a list that grows: other ones may be sent. */
  list?: ValueList
  /** What is said of single values of the list. */
  options?: ValueOption[]
}
/** Values that a service knows and adds to, as they were on a day. */
export interface ValueList {
  /** By which the mapping of an upstream says where the list is read. */
  name: string
  /** The day of these values (YYYY-MM-DD). */
  date: string
  values: string[]
  source: Source
}
export type StringFormat = 'date' | 'time' | 'date-time' | 'uuid' | 'email' | 'uri' | 'uint64'

/** A closed set of values, in the interface's order. */
export interface EnumParameter extends ParameterBase {
  kind: 'enum'
  /** `mixed`: the values are of several types, such as 5 and "auto". */
  type: 'string' | 'integer' | 'number' | 'mixed'
  /** Without null, which `nullable` tells. */
  values: (string | number | boolean)[]
  /** Null only where `nullable` is true. */
  default?: string | number | boolean | null
  unit?: string
  /** What is said of single values, and of null where that may be sent. */
  options?: ValueOption[]
}
/** What is said of one value of a closed set. */
export interface ValueOption {
  value: string | number | boolean | null
  /** Its name for people, by language; English is there. */
  label?: { en: string; [language: string]: string }
  /** That the value should no longer be used. It is still accepted. */
  deprecated?: ValueDeprecation
}
export interface ValueDeprecation extends Omit<Deprecation, 'replacedBy'> {
  /** The value to use instead. */
  replacedBy?: string | number | boolean
}
interface NumericFacts extends ParameterBase {
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  default?: number
  /** Such as `s`. */
  unit?: string
}
export interface IntegerParameter extends NumericFacts {
  kind: 'integer'
}
export interface NumberParameter extends NumericFacts {
  kind: 'number'
}
export interface BooleanParameter extends ParameterBase {
  kind: 'boolean'
  default?: boolean
}
/** An array of media references, or a single one. */
export interface MediaParameter extends ParameterBase {
  kind: 'media'
  media: MediaType
  mediaName: Words
  /** What the names of such files end in, for examples. */
  extension: string
  /** True where the value is one reference instead of an array. `minItems` and `maxItems` are 1 then. */
  single?: true
  minItems: number
  maxItems: number
  /** `url`: absolute http(s); `asset`: assetId://{id}; `data`: base64 data URI (as advice). */
  accepts: ('url' | 'asset' | 'data')[]
  /** Forms that the description of the model both allows and rules out. */
  contradicted?: MediaParameter['accepts']
  /** What one item must match, as every regular expression engine reads it. */
  pattern: string
  limits: MediaLimit[]
}
/** An object with named members; any other member is an error. */
export interface ObjectParameter extends ParameterBase {
  kind: 'object'
  members: Parameter[]
}
/** An object of one of several forms, which the value of one member tells apart. */
export interface UnionParameter extends ParameterBase {
  kind: 'union'
  /** The member that tells the forms apart, with the values of all of them. */
  tag: EnumParameter
  /** The forms; the `name` of each is the value of the tag, which is among its members. */
  variants: ObjectParameter[]
}
/** An object whose members have names of the caller's choice, and values of one form. */
export interface MapParameter extends ParameterBase {
  kind: 'map'
  /** Its `name` is `value`. */
  values: Parameter
  /** What the names match. */
  names?: { pattern: string; examples: [string, ...string[]] }
  minProperties?: number
  maxProperties?: number
}
/** An array whose items are all of one form. */
export interface ListParameter extends ParameterBase {
  kind: 'list'
  /** Its `name` is `item`. */
  items: Parameter
  minItems?: number
  maxItems?: number
  uniqueItems?: true
}
/** An array whose item shape the interface does not show. */
export interface ArrayParameter extends ParameterBase {
  kind: 'array'
  items: Unknown
  minItems?: number
  maxItems?: number
}

/** `image`, `video`, `audio`, or another type that `spec/media.schema.json` defines, such as `mask` or `3d`. */
export type MediaType = string

/** A limit on the prompt's text. Limits are read in order; one finding a rule id; advice stays silent once an error limit is broken. `max` is inclusive. */
export interface PromptLimit {
  rule: string
  severity: Severity
  count: 'code-points' | 'han' | 'non-han' | 'words'
  max: number
  /** Only counts when the prompt holds at least one Han character. */
  onlyWithHan?: boolean
  source: Source
}

/** `@图片3` in a prompt: `prefix` followed by a number from `from` to `to`, naming an item of `parameter`. */
export interface PromptToken {
  prefix: string
  parameter: string
  from: number
  to: number
  source: Source
}

/** A limit on media files. Bounds with `exclusive…` are open. Per file unless the rule says total. */
export interface MediaLimit {
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
  severity: Severity
  /** media-format: lower-case names accepted (jpg is written jpeg). */
  formats?: string[]
  /** media-codec: lower-case names accepted, such as h264 and aac. */
  codecs?: string[]
  /** media-same-size: the place, as a JSON pointer, whose file has the size that this one must have. */
  as?: string
  /** media-format: names discouraged by name. */
  discouraged?: string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  /** Of a width or height in pixels. */
  multipleOf?: number
  /** What a request must be for the limit to count; always, without it. */
  when?: Conditions
  /** `KB`, `MB` and `GB` (read as decimal and binary both), `px`, `ms`, `s`, `min` and `h`, `fps`, `Hz`, `ratio` (width / height). */
  unit?: 'KB' | 'MB' | 'GB' | 'px' | 'ms' | 's' | 'min' | 'h' | 'fps' | 'Hz' | 'ratio'
  /** media-size-unclear: the words of the interface. */
  quote?: string
  source: Source
}
