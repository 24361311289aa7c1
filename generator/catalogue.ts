import type { Price } from './measures/price.js'
import type { Language } from './messages/language.js'
import type { Quantity } from './measures/quantities.js'
import type { MediaParameter, MediaType, Parameter } from './catalogue/parameters.js'
import type { Deprecation, JsonSchema, Note, Severity, Source, Unknown, Words } from './catalogue/stated.js'

export type * from './catalogue/parameters.js'
export type * from './catalogue/stated.js'

/** The catalogue: everything `spec/` says, as the emitters read it and as `generated/catalogue.json` publishes it. */

export interface Catalogue {
  /** The catalogue's own version (semver), from `spec/version.json`. */
  version: string
  service: ServiceFacts
  task: TaskFacts
  text: TextClasses
  /** Rules that any model's request can break, in the order of `spec/findings.json`. */
  findings: FindingKind[]
  /** What messages are made of, per language. */
  languages: Record<keyof Words, Language>
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
  | { status: 'available'; inferred?: true }
  | { status: 'unavailable'; reason: string; source: Source }

/** A place of a request where a reference to a file can stand. */
export interface MediaPlace {
  /**
   * JSON pointer from the request body; `*` stands for each item of a list, `{name}` for each member of an object whose names
   * the caller chooses, and a final `**` for every string at any depth below, where the interface does not show what stands
   * there.
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

/** A cross-field rule of one model. */
export interface Rule {
  /** Stable id, unique in its model. */
  id: string
  severity: Severity
  /** What is wrong and what to do, in English, without naming the parameters that took part. Of a rule over numbers, what it demands. */
  message: string
  /** The same in other languages. */
  translations: Omit<Words, 'en'>
  /** Fields that may take part, in order. A field that is absent or an empty array takes no part. */
  parameters: string[]
  /**
   * One of `if`/`then`, `not`, `oneOf`, `dependentRequired`, over the request body, or a rule over numbers under a keyword of
   * its own, such as `x-sum`. A request that fails it breaks the rule.
   */
  schema: JsonSchema
  /** Plain JSON Schema cannot enforce it: the rule is over numbers. */
  portable?: false
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
