import type { Price } from './measures/price.js'
import type { Quantity } from './measures/quantities.js'

/** The catalogue: everything `spec/` says, as the emitters read it and as `generated/catalogue.json` publishes it. */

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = { [key: string]: JsonValue }

/** Where the interface states a fact: the heading of its section and, inside it, a row, an item number or a field. */
export interface Source {
  section: string
  item?: string | number
}

/** A fact that the interface leaves open, in its own two words. Never null, never guessed. */
export interface Unknown {
  unknown: 'not shown'
}

/** `error` rejects a request; `advice` informs and lets it pass. */
export type Severity = 'error' | 'advice'

export interface Catalogue {
  /** The catalogue's own version (semver), from `spec/version.json`. */
  version: string
  service: ServiceFacts
  task: TaskFacts
  text: TextClasses
  /** Rules that any model's request can break, in the order of `spec/findings.json`. */
  findings: FindingKind[]
  /** All models, listed ones in the order of the published list, then the others. */
  models: Model[]
  /** Everything the interface leaves open, and what this project does about it. */
  unknowns: UnknownFact[]
  /** The types of media files that parameters refer to. */
  mediaTypes: MediaTypeFacts[]
  /** Words that stand for each other where people look something up, in any language, in lower case. */
  synonyms: { id: string; words: string[] }[]
}

/** A type of media file. */
export interface MediaTypeFacts {
  id: MediaType
  name: Words
  /** Of file names in examples. */
  extension: string
}

/** A generic finding: its stable rule id, its severity and what it means in one sentence. */
export interface FindingKind {
  rule: string
  severity: Severity
  summary: string
  /** True where plain JSON Schema enforces it too. */
  portable: boolean
  /** The finding that takes its place once the date has come that `on` names in its params. */
  becomes?: { rule: string; on: 'until' | 'from' }
}

/** Code point ranges (inclusive) that prompt limits and, with `blank`, media references are checked with, in every language alike. */
export type TextClasses = Record<'han' | 'latin' | 'space' | 'blank', CodePointRange[]>
export type CodePointRange = [first: number, last: number]

/** What a model makes. */
export type ModelKind = 'video' | 'image' | 'audio' | 'mesh'

/** Words in each language that people read. */
export interface Words {
  en: string
  /** Simplified Chinese. */
  zh: string
}

export interface Model {
  /** The Model ID, sent as `model`. */
  id: string
  /** The id as an identifier of programming languages, in PascalCase; unique. */
  codegenName: string
  kind: ModelKind
  displayName: string | Unknown
  /** Whether the published list of models names it. */
  listed: boolean
  /** Whether the interface has a parameter table for it. Without one `parameters` is empty and any parameter passes. */
  reference: boolean
  availability: Availability
  /** Whether `assetId://{id}` may stand for a media URL. */
  assetLibrary: boolean | Unknown
  /** Response fields that only some models have: `upstream_url`, `upstream_urls`. */
  responseExtras: string[]
  /** One or two sentences of ours. */
  description: string
  parameters: Parameter[]
  /** Every place of a request where a reference to a file can stand. */
  places: MediaPlace[]
  /** What a request states that can be counted, with units resolved. */
  quantities: Quantity[]
  /** What a task costs, by the date from which it counts. */
  price: StatedPrice[] | Unknown
  rules: Rule[]
  /** Requests that it accepts: the smallest, and one with the choices most people make, its prompt in each language. */
  requests: { smallest: JsonSchema; usual: Record<keyof Words, JsonSchema> }
  notes: Note[]
  /** Model IDs it had before. */
  renamedFrom?: string[]
  deprecated?: Deprecation
  source: Source
  /** Where the facts above are stated that are not in the model's own section, or not there alone. */
  sources: ModelSources
}

/** Where each fact of a model is stated, by the name of the fact. For what is unknown or absent: where it would be stated. */
export type ModelSources = Record<'displayName' | 'listed' | 'availability' | 'assetLibrary' | 'responseExtras', Source>

export type Availability =
  { status: 'available'; inferred?: true } | { status: 'unavailable'; reason: string; source: Source }

/** A place of a request where a reference to a file can stand. */
export interface MediaPlace {
  /**
   * JSON pointer from the request body; `*` stands for each item of a list, and a final `**` for every string at any depth
   * below, where the interface does not show what stands there.
   */
  path: string
  /** The type of file, and what a reference may be. Absent where the interface does not show what stands there. */
  media?: MediaType
  accepts?: MediaParameter['accepts']
}

/** A price and where it is stated. */
export interface StatedPrice extends Price {
  source: Source
}

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

/** A remark on a model or a parameter that no rule can check. */
export interface Note {
  text: string
  source: Source
}

/** That a model or a parameter should no longer be used. It is still accepted. */
export interface Deprecation {
  /** Date (YYYY-MM-DD) since when. */
  since: string
  /** Date on which it is retired: from then on it is rejected. */
  until?: string
  /** The Model ID or the parameter to use instead. */
  replacedBy?: string
  source: Source
}

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
  | ListParameter
  | ArrayParameter

interface ParameterBase {
  name: string
  /** Required on the wire. With a `default`, the client fills it in. */
  required: boolean
  description: string
  /** What it accepts, as a noun phrase: "an integer from 4 to 15 s". Follows from the limits. */
  phrase: Words
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
  values?: (string | number)[]
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
}
export type StringFormat = 'date' | 'time' | 'date-time' | 'uuid' | 'email' | 'uri'

/** A closed set of values, in the interface's order. */
export interface EnumParameter extends ParameterBase {
  kind: 'enum'
  type: 'string' | 'integer' | 'number'
  values: (string | number)[]
  default?: string | number
  unit?: string
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
  /** What one item must match, as every regular expression engine reads it. */
  pattern: string
  limits: MediaLimit[]
}
/** An object with named members; any other member is an error. */
export interface ObjectParameter extends ParameterBase {
  kind: 'object'
  members: Parameter[]
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
    | 'media-bytes'
    | 'media-width'
    | 'media-height'
    | 'media-aspect-ratio'
    | 'media-duration'
    | 'media-frame-rate'
    | 'media-total-duration'
    | 'media-total-bytes'
    | 'media-size-unclear'
  severity: Severity
  /** media-format: lower-case names accepted (jpg is written jpeg). */
  formats?: string[]
  /** media-format: names discouraged by name. */
  discouraged?: string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  /** `MB` (read as decimal and binary both), `px`, `s`, `fps`, `ratio` (width / height). */
  unit?: 'MB' | 'px' | 's' | 'fps' | 'ratio'
  /** media-size-unclear: the words of the interface. */
  quote?: string
  source: Source
}

/** A cross-field rule of one model. */
export interface Rule {
  /** Stable id, unique in its model. */
  id: string
  severity: Severity
  /** What is wrong and what to do, in English, without naming the parameters that took part. */
  message: string
  /** The same in other languages. */
  translations: Omit<Words, 'en'>
  /** Fields that may take part, in order. A field that is absent or an empty array takes no part. */
  parameters: string[]
  /** One of `if`/`then`, `not`, `oneOf`, `dependentRequired`, over the request body. A request that fails it breaks the rule. */
  schema: JsonSchema
  source: Source
  /** Request bodies without `model`: partial, completed with a minimal request by the generator. */
  examples: { valid: JsonSchema[]; invalid: JsonSchema[] }
}

export interface UnknownFact {
  id: string
  /** What the interface does not show. */
  topic: string
  /** What this project does about it. */
  handling: string
  source: Source
}

export interface TaskFacts {
  fields: TaskField[]
  states: TaskState[]
  rules: Note[]
}
export interface TaskField {
  name: string
  /** JSON type, or unknown. */
  type: string | Unknown
  description: string
  /** `always`, `completed` (only then), `failed`, `usual` (usually, on query) or `unknown`. */
  present: string
  /** True where `present` is a reading of ours that the interface does not state. */
  inferred?: true
  /** Words the interface names for it; others are possible. */
  knownValues?: string[]
  /** Models that have it, when not all do. */
  models?: string[]
  /** Only tasks of this kind have it. */
  kind?: ModelKind
  /** True for a field that the interface does not have: an extension of ours. */
  extension?: true
  unit?: string
  source: Source
}
export interface TaskState {
  status: string
  terminal: boolean
  description: string
  source: Source
}

export interface ServiceFacts {
  /** Paths below `{base_url}`. */
  endpoints: Endpoint[]
  authentication: { scheme: 'bearer'; header: string; notes: Note[] }
  polling: { minimumSeconds: number; maximumSeconds: number; source: Source }
  limits: Note[]
  notes: Note[]
  /** What our service adds to the interface; a client assumes none of it unless the service declares it. */
  extensions: Extension[]
}
export interface Endpoint {
  id: string
  method: string
  path: string
  summary: string
  /** Absent for endpoints of the interface itself. */
  extension?: string
  source?: Source
}
export interface Extension {
  id: string
  title: string
  description: string
}
