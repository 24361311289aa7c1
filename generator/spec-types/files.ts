// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { JsonValue } from '../catalogue.js'

/**
 * Stable id in lower case with hyphens.
 */
export type FactsRuleId = string
/**
 * error refuses a request; advice informs and lets it pass.
 */
export type FactsSeverity = 'error' | 'advice'
/**
 * Model ID, as it is sent.
 */
export type FactsModelId = string
/**
 * What the model makes.
 */
export type FactsKind = 'video' | 'image' | 'audio' | 'mesh'
export type FactsTextOrUnknown = FactsUnknown | string
export type FactsFlagOrUnknown = FactsUnknown | boolean
/**
 * Remarks that no rule can check.
 */
export type FactsNotes = FactsNote[]
/**
 * One parameter of one model.
 */
export type ParameterParameter = ParameterValue
export type ParameterValue =
  | ParameterReference
  | ParameterMediaReference
  | ParameterMedia
  | ParameterEnum
  | ParameterString
  | ParameterInteger
  | ParameterNumber
  | ParameterBoolean
  | ParameterObject
  | ParameterArray
  | ParameterList
/**
 * Name of a parameter, as it is sent.
 */
export type FactsParameterName = string
/**
 * A date, YYYY-MM-DD.
 */
export type FactsDate = string
/**
 * A member of an object or an item of a list. Without x-source it is stated where the parameter is.
 */
export type ParameterMember = ParameterValue
/**
 * A parameter definition that several models share; the model adds its own source.
 */
export type ParameterDefinition = ParameterValue
/**
 * Ranges in rising order.
 */
export type TextRanges = number[][]
/**
 * A remark for who edits the file.
 */
export type UpstreamComment = string
/**
 * One of the names in sources.
 */
export type UpstreamSource = string
/**
 * A path behind the base URL, with {id}, {model} or {app}.
 */
export type UpstreamPath = string
/**
 * A JSON pointer.
 */
export type UpstreamPointer = string
/**
 * All of these must hold.
 */
export type UpstreamWhen = {
  /**
   * At least one of these parameters is given.
   */
  given?: string[]
  /**
   * None of these parameters is given.
   */
  absent?: string[]
  /**
   * The parameter whose value counts.
   */
  parameter?: string
  /**
   * The parameter has one of these values.
   */
  among?: JsonValue[]
  /**
   * The upstream's model ID starts with one of these.
   */
  model?: string[]
  /**
   * The upstream's model ID starts with none of these.
   */
  exceptModel?: string[]
}[]
/**
 * JSON pointers, tried in order.
 */
export type UpstreamPointers = UpstreamPointer[]
/**
 * Where the result of a completed task is, in order of preference.
 */
export type UpstreamResults = {
  url?: UpstreamPointer
  /**
   * Whether the URL stands in a list.
   */
  list?: boolean
  base64?: UpstreamPointer
  /**
   * The media type of a file in base64.
   */
  contentType?: string
  content?: UpstreamPath
  query?: UpstreamPath
  results?: UpstreamResults
  message?: UpstreamPointers
  /**
   * What that GET answers too early; only a fake says so.
   */
  pending?: {
    /**
     * The HTTP status.
     */
    status: number
    /**
     * The answer.
     */
    body: JsonValue
  }
  source: UpstreamSource
}[]

/**
 * What each meta-schema describes.
 */
export interface SpecFiles {
  'findings.schema.json': FindingsFile
  'media.schema.json': MediaFile
  'model.schema.json': ModelFile
  'parameters.schema.json': ParametersFile
  'sections.schema.json': SectionsFile
  'service.schema.json': ServiceFile
  'task.schema.json': TaskFile
  'text.schema.json': TextFile
  'unknowns.schema.json': UnknownsFile
  'upstream.schema.json': UpstreamFile
  'version.schema.json': VersionFile
}
/**
 * What spec/findings.json may say.
 */
export interface FindingsFile {
  /**
   * Rules that any request can break, in the order of the docs.
   */
  findings: {
    rule: FactsRuleId
    severity: FactsSeverity
    /**
     * Whether plain JSON Schema enforces it too.
     */
    portable: boolean
    /**
     * What is wrong, in one sentence.
     */
    summary: string
  }[]
}
/**
 * What spec/media.schema.json may say.
 */
export interface MediaFile {
  /**
   * This meta-schema, so that editors know it.
   */
  $schema: 'meta/media.schema.json'
  /**
   * A remark for who edits the file.
   */
  $comment?: string
  /**
   * What the file holds.
   */
  description: string
  /**
   * The definitions.
   */
  $defs: {
    /**
     * One kind of media item.
     */
    [k: string]: {
      /**
       * An item is a string.
       */
      type: 'string'
      /**
       * What an item must match, from ^ to $, in what every regular expression engine reads.
       */
      pattern: string
      /**
       * What an item is.
       */
      description: string
      /**
       * url: http or https; asset: assetId://{id}; data: base64 as a data URI, as advice.
       */
      'x-accepts': ('url' | 'asset' | 'data')[]
      'x-source': FactsSource
    }
  }
  /**
   * The types of files that parameters refer to. A new type is a new line.
   */
  'x-types': {
    /**
     * A type of file.
     */
    [k: string]: {
      name: FactsWords
      /**
       * What the names of such files end in, for examples.
       */
      extension: string
    }
  }
}
/**
 * Where the interface states the fact.
 */
export interface FactsSource {
  /**
   * Heading of the section.
   */
  section: string
  /**
   * Row of a table, number of an item or a field.
   */
  item?: string | number
}
/**
 * The same sentence in each language.
 */
export interface FactsWords {
  /**
   * English.
   */
  en: string
  /**
   * Simplified Chinese.
   */
  zh: string
}
/**
 * What a file in spec/models may say. One file per model, named after its Model ID.
 */
export interface ModelFile {
  /**
   * This meta-schema, so that editors know it: ../meta/model.schema.json.
   */
  $schema: '../meta/model.schema.json'
  title: FactsModelId
  /**
   * One or two sentences of ours: what the model makes, and from what.
   */
  description: string
  'x-kind': FactsKind
  'x-display-name': FactsTextOrUnknown
  /**
   * Whether the published list names the model.
   */
  'x-listed': boolean
  /**
   * Whether the interface has a parameter table for it. Without one, any parameter passes.
   */
  'x-reference': boolean
  /**
   * Whether it can be invoked.
   */
  'x-availability': {
    /**
     * Whether it can be invoked.
     */
    status: 'available' | 'unavailable'
    /**
     * That it is available is a reading of ours: the interface marks no such model as unavailable and says no more.
     */
    inferred?: true
    /**
     * Reason code of a model that cannot be invoked.
     */
    reason?: string
    'x-source'?: FactsSource
  }
  'x-asset-library': FactsFlagOrUnknown
  /**
   * Response fields that only some models have.
   */
  'x-response-extras': ('upstream_url' | 'upstream_urls')[]
  'x-source': FactsSource
  /**
   * Model IDs it had before: the record that makes a rename more than a loss and a gain.
   */
  'x-renamed-from'?: FactsModelId[]
  'x-notes'?: FactsNotes
  /**
   * The body is an object.
   */
  type: 'object'
  /**
   * model and the parameters that must be sent.
   */
  required: string[]
  /**
   * model, then the parameters in the order of the table.
   */
  properties: {
    /**
     * The Model ID.
     */
    model: {
      const: FactsModelId
    }
    [k: string]:
      | ParameterParameter
      | {
          const: FactsModelId
        }
  }
  /**
   * false with a parameter table, true without.
   */
  additionalProperties: boolean
  /**
   * Rules across parameters that refuse a request.
   */
  allOf?: ModelEntry[]
  /**
   * Rules across parameters that inform. Plain JSON Schema does not see them.
   */
  'x-advice'?: ModelEntry[]
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  'x-deprecated'?: FactsDeprecation
}
/**
 * A fact the interface leaves open. Never null, never a guess.
 */
export interface FactsUnknown {
  /**
   * The two words.
   */
  unknown: 'not shown'
}
/**
 * A remark that no rule can check.
 */
export interface FactsNote {
  /**
   * The remark, in our own words.
   */
  text: string
  'x-source': FactsSource
}
/**
 * A definition that several models share, and what this model adds to it. The keywords allowed are those of the kind that both make together.
 */
export interface ParameterReference {
  /**
   * A definition in parameters.schema.json, or, for a single reference to a file, in media.schema.json.
   */
  $ref: string
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * Fewest characters, in Unicode code points.
   */
  minLength?: number
  /**
   * Most characters, in Unicode code points.
   */
  maxLength?: number
  /**
   * What the value must match, from ^ to $, in what every regular expression engine reads. Needs examples.
   */
  pattern?: string
  /**
   * A format with a name. It brings its own pattern and examples.
   */
  format?: 'date' | 'time' | 'date-time' | 'uuid' | 'email' | 'uri'
  /**
   * Values that the pattern accepts.
   */
  examples?: string[]
  /**
   * The default the interface states.
   */
  default?: string | number | boolean
  'x-values'?: FactsUnknown
  /**
   * Limits on the text of a prompt; read in order, one finding per rule.
   */
  'x-prompt-limits'?: ParameterPromptLimit[]
  /**
   * Tokens with which a prompt names references.
   */
  'x-prompt-tokens'?: ParameterPromptToken[]
  /**
   * Limits that apply from a later date. Until then a value beyond one is advice.
   */
  'x-upcoming'?: {
    from: FactsDate
    /**
     * Lowest value, inclusive.
     */
    minimum?: number
    /**
     * Highest value, inclusive.
     */
    maximum?: number
    /**
     * Fewest characters, in Unicode code points.
     */
    minLength?: number
    /**
     * Most characters, in Unicode code points.
     */
    maxLength?: number
    /**
     * Fewest items.
     */
    minItems?: number
    /**
     * Most items.
     */
    maxItems?: number
    /**
     * The values that remain.
     */
    enum?: (string | number)[]
    'x-source': FactsSource
  }[]
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
  /**
   * The values offered, in the order of the interface.
   */
  enum?: (string | number)[]
  /**
   * Unit of the values, such as s.
   */
  'x-unit'?: string
  /**
   * Lowest value, inclusive.
   */
  minimum?: number
  /**
   * Highest value, inclusive.
   */
  maximum?: number
  /**
   * Values must be above this.
   */
  exclusiveMinimum?: number
  /**
   * Values must be below this.
   */
  exclusiveMaximum?: number
  /**
   * Values must be multiples of this.
   */
  multipleOf?: number
  /**
   * Fewest items.
   */
  minItems?: number
  /**
   * Most items.
   */
  maxItems?: number
  /**
   * What one item is.
   */
  items?: {
    [k: string]: JsonValue
  }
  /**
   * What type of files the parameter refers to, and their limits.
   */
  'x-media'?: {
    /**
     * Type of file: one of x-types in media.schema.json.
     */
    type: string
    /**
     * Limits on the files.
     */
    limits: ParameterMediaLimit[]
  }
  /**
   * Comes with the definition of media.schema.json that $ref names.
   */
  'x-accepts'?: string[]
  /**
   * Members that must be there.
   */
  required?: FactsParameterName[]
  /**
   * The members.
   */
  properties?: {
    [k: string]: ParameterMember
  }
  /**
   * false: a misspelt member is an error.
   */
  additionalProperties?: false
  /**
   * Items may not repeat. Only of strings and numbers.
   */
  uniqueItems?: true
  'x-items'?: FactsUnknown
}
/**
 * A limit on the text of a prompt.
 */
export interface ParameterPromptLimit {
  rule: FactsRuleId
  severity: FactsSeverity
  /**
   * What is counted: all code points, Han characters, all others, or runs of non-space with a Latin letter.
   */
  count: 'code-points' | 'han' | 'non-han' | 'words'
  /**
   * The most that passes.
   */
  max: number
  /**
   * Counts only when the prompt holds a Han character.
   */
  onlyWithHan?: true
  'x-source': FactsSource
}
/**
 * A token: prefix followed by a number, naming an item of a parameter.
 */
export interface ParameterPromptToken {
  /**
   * What stands before the number.
   */
  prefix: string
  parameter: FactsParameterName
  /**
   * Lowest number.
   */
  from: number
  /**
   * Highest number.
   */
  to: number
  'x-source': FactsSource
}
/**
 * That something should no longer be used.
 */
export interface FactsDeprecation {
  since: FactsDate
  until?: FactsDate
  /**
   * The Model ID or the parameter to use instead.
   */
  replacedBy?: string
  'x-source': FactsSource
}
/**
 * A limit on files: of each file, unless the rule says total.
 */
export interface ParameterMediaLimit {
  /**
   * What is limited.
   */
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
  severity: FactsSeverity
  /**
   * Formats taken.
   */
  formats?: string[]
  /**
   * Formats discouraged by name.
   */
  discouraged?: string[]
  /**
   * Lowest value that passes ("at least", "a to b", closed brackets).
   */
  minimum?: number
  /**
   * Highest value that passes ("at most", "must not exceed", closed brackets).
   */
  maximum?: number
  /**
   * Values must be above this (open brackets).
   */
  exclusiveMinimum?: number
  /**
   * Values must be below this ("under", open brackets).
   */
  exclusiveMaximum?: number
  /**
   * MB is read as decimal and binary both; ratio is width / height.
   */
  unit?: 'MB' | 'px' | 's' | 'fps' | 'ratio'
  /**
   * The words of the interface, where their meaning is not shown.
   */
  quote?: string
  'x-source': FactsSource
}
/**
 * A single reference to a file.
 */
export interface ParameterMediaReference {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'string'
  /**
   * Comes with the definition of media.schema.json that $ref names.
   */
  pattern: string
  /**
   * Comes with the definition of media.schema.json that $ref names.
   */
  'x-accepts': string[]
  /**
   * What type of files the parameter refers to, and their limits.
   */
  'x-media': {
    /**
     * Type of file: one of x-types in media.schema.json.
     */
    type: string
    /**
     * Limits on the files.
     */
    limits: ParameterMediaLimit[]
  }
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * An array of references to files.
 */
export interface ParameterMedia {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'array'
  /**
   * Fewest items.
   */
  minItems?: number
  /**
   * Most items.
   */
  maxItems?: number
  /**
   * What one item is: a definition of media.schema.json.
   */
  items: {
    /**
     * url, urlOrAsset or urlOrData of media.schema.json.
     */
    $ref: string
  }
  /**
   * What type of files the parameter refers to, and their limits.
   */
  'x-media': {
    /**
     * Type of file: one of x-types in media.schema.json.
     */
    type: string
    /**
     * Limits on the files.
     */
    limits: ParameterMediaLimit[]
  }
  /**
   * Limits that apply from a later date. Until then a value beyond one is advice.
   */
  'x-upcoming'?: {
    from: FactsDate
    /**
     * Fewest items.
     */
    minItems?: number
    /**
     * Most items.
     */
    maxItems?: number
    'x-source': FactsSource
  }[]
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * One of a closed set of values.
 */
export interface ParameterEnum {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the values.
   */
  type: 'string' | 'integer' | 'number'
  /**
   * The values offered, in the order of the interface.
   */
  enum: (string | number)[]
  /**
   * The default the interface states.
   */
  default?: string | number
  /**
   * Unit of the values, such as s.
   */
  'x-unit'?: string
  /**
   * Limits that apply from a later date. Until then a value beyond one is advice.
   */
  'x-upcoming'?: {
    from: FactsDate
    /**
     * The values that remain.
     */
    enum?: (string | number)[]
    'x-source': FactsSource
  }[]
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * A string. Named prompt, or with x-prompt-limits or x-prompt-tokens, it is a prompt.
 */
export interface ParameterString {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'string'
  /**
   * Fewest characters, in Unicode code points.
   */
  minLength?: number
  /**
   * Most characters, in Unicode code points.
   */
  maxLength?: number
  /**
   * What the value must match, from ^ to $, in what every regular expression engine reads. Needs examples.
   */
  pattern?: string
  /**
   * A format with a name. It brings its own pattern and examples.
   */
  format?: 'date' | 'time' | 'date-time' | 'uuid' | 'email' | 'uri'
  /**
   * Values that the pattern accepts.
   */
  examples?: string[]
  /**
   * The default the interface states.
   */
  default?: string
  'x-values'?: FactsUnknown
  /**
   * Limits on the text of a prompt; read in order, one finding per rule.
   */
  'x-prompt-limits'?: ParameterPromptLimit[]
  /**
   * Tokens with which a prompt names references.
   */
  'x-prompt-tokens'?: ParameterPromptToken[]
  /**
   * Limits that apply from a later date. Until then a value beyond one is advice.
   */
  'x-upcoming'?: {
    from: FactsDate
    /**
     * Fewest characters, in Unicode code points.
     */
    minLength?: number
    /**
     * Most characters, in Unicode code points.
     */
    maxLength?: number
    'x-source': FactsSource
  }[]
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * An integer within bounds.
 */
export interface ParameterInteger {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'integer'
  /**
   * Lowest value, inclusive.
   */
  minimum?: number
  /**
   * Highest value, inclusive.
   */
  maximum?: number
  /**
   * Values must be above this.
   */
  exclusiveMinimum?: number
  /**
   * Values must be below this.
   */
  exclusiveMaximum?: number
  /**
   * Values must be multiples of this.
   */
  multipleOf?: number
  /**
   * The default the interface states.
   */
  default?: number
  /**
   * Unit of the value, such as s.
   */
  'x-unit'?: string
  /**
   * Limits that apply from a later date. Until then a value beyond one is advice.
   */
  'x-upcoming'?: {
    from: FactsDate
    /**
     * Lowest value, inclusive.
     */
    minimum?: number
    /**
     * Highest value, inclusive.
     */
    maximum?: number
    'x-source': FactsSource
  }[]
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * A number within bounds, with a fraction or without.
 */
export interface ParameterNumber {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'number'
  /**
   * Lowest value, inclusive.
   */
  minimum?: number
  /**
   * Highest value, inclusive.
   */
  maximum?: number
  /**
   * Values must be above this.
   */
  exclusiveMinimum?: number
  /**
   * Values must be below this.
   */
  exclusiveMaximum?: number
  /**
   * Values must be multiples of this.
   */
  multipleOf?: number
  /**
   * The default the interface states.
   */
  default?: number
  /**
   * Unit of the value, such as s.
   */
  'x-unit'?: string
  /**
   * Limits that apply from a later date. Until then a value beyond one is advice.
   */
  'x-upcoming'?: {
    from: FactsDate
    /**
     * Lowest value, inclusive.
     */
    minimum?: number
    /**
     * Highest value, inclusive.
     */
    maximum?: number
    'x-source': FactsSource
  }[]
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * true or false.
 */
export interface ParameterBoolean {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'boolean'
  /**
   * The default the interface states.
   */
  default?: boolean
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * An object with named members and no others.
 */
export interface ParameterObject {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'object'
  /**
   * Members that must be there.
   */
  required?: FactsParameterName[]
  /**
   * The members.
   */
  properties: {
    [k: string]: ParameterMember
  }
  /**
   * false: a misspelt member is an error.
   */
  additionalProperties: false
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * An array whose items the interface does not describe.
 */
export interface ParameterArray {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'array'
  /**
   * Fewest items.
   */
  minItems?: number
  /**
   * Most items.
   */
  maxItems?: number
  'x-items': FactsUnknown
  /**
   * Limits that apply from a later date. Until then a value beyond one is advice.
   */
  'x-upcoming'?: {
    from: FactsDate
    /**
     * Fewest items.
     */
    minItems?: number
    /**
     * Most items.
     */
    maxItems?: number
    'x-source': FactsSource
  }[]
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * An array of items of one form.
 */
export interface ParameterList {
  /**
   * A remark for people who edit the file.
   */
  $comment?: string
  /**
   * JSON type of the value.
   */
  type: 'array'
  /**
   * Fewest items.
   */
  minItems?: number
  /**
   * Most items.
   */
  maxItems?: number
  /**
   * Items may not repeat. Only of strings and numbers.
   */
  uniqueItems?: true
  items: ParameterMember
  /**
   * Limits that apply from a later date. Until then a value beyond one is advice.
   */
  'x-upcoming'?: {
    from: FactsDate
    /**
     * Fewest items.
     */
    minItems?: number
    /**
     * Most items.
     */
    maxItems?: number
    'x-source': FactsSource
  }[]
  /**
   * What the parameter does, in our own words: one sentence.
   */
  description?: string
  /**
   * Names the parameter had before. A request that uses one is told the new name.
   */
  'x-renamed-from'?: FactsParameterName[]
  'x-deprecated'?: FactsDeprecation
  'x-notes'?: FactsNotes
  'x-source'?: FactsSource
}
/**
 * One rule: x-rule says what it is, the keywords beside it are its condition. A request that fails the condition breaks the rule.
 */
export interface ModelEntry {
  'x-rule': ModelRule
  if?: ModelCondition
  then?: ModelCondition
  not?: ModelCondition
  /**
   * Parameters that need others.
   */
  dependentRequired?: {
    /**
     * The others.
     */
    [k: string]: FactsParameterName[]
  }
  /**
   * Conditions of which exactly one must hold.
   */
  oneOf?: ModelCondition[]
}
/**
 * What a broken rule tells.
 */
export interface ModelRule {
  id: FactsRuleId
  severity: FactsSeverity
  message: FactsWords
  /**
   * Parameters that may take part, in order. One that is absent or an empty array takes no part.
   */
  parameters: FactsParameterName[]
  'x-source': FactsSource
  /**
   * Bodies without model; what is required is filled in.
   */
  examples: {
    /**
     * Bodies that keep the rule.
     */
    valid: {
      [k: string]: JsonValue
    }[]
    /**
     * Bodies that break it.
     */
    invalid: {
      [k: string]: JsonValue
    }[]
  }
}
/**
 * A condition on the body. Parameters of the wrong type must not break it: say type: array beside minItems or maxItems inside not.
 */
export interface ModelCondition {
  /**
   * Parameters that are there.
   */
  required?: FactsParameterName[]
  /**
   * What holds for a parameter when it is there.
   */
  properties?: {
    [k: string]: ModelValue
  }
  not?: ModelCondition
}
/**
 * A condition on one parameter.
 */
export interface ModelValue {
  /**
   * JSON type.
   */
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  /**
   * The one value.
   */
  const?: string | number | boolean
  /**
   * One of the values.
   */
  enum?: (string | number)[]
  /**
   * At least.
   */
  minimum?: number
  /**
   * At most.
   */
  maximum?: number
  /**
   * At least so many items.
   */
  minItems?: number
  /**
   * At most so many items.
   */
  maxItems?: number
  not?: ModelValue
}
/**
 * What spec/parameters.schema.json may say.
 */
export interface ParametersFile {
  /**
   * This meta-schema, so that editors know it.
   */
  $schema: 'meta/parameters.schema.json'
  /**
   * A remark for who edits the file.
   */
  $comment?: string
  /**
   * What the file holds.
   */
  description: string
  /**
   * The definitions.
   */
  $defs: {
    [k: string]: ParameterDefinition
  }
}
/**
 * What spec/sections.json may say.
 */
export interface SectionsFile {
  /**
   * What the file holds.
   */
  description: string
  /**
   * Headings of the interface, in its order.
   */
  sections: string[]
}
/**
 * What spec/service.json may say.
 */
export interface ServiceFile {
  /**
   * A remark for who edits the file.
   */
  $comment?: string
  /**
   * The published list, in its order.
   */
  models: FactsModelId[]
  /**
   * Endpoints of the interface, and ours, each marked with its extension.
   */
  endpoints: ServiceEndpoint[]
  /**
   * How a caller proves who it is.
   */
  authentication: {
    /**
     * The scheme.
     */
    scheme: 'bearer'
    /**
     * The header.
     */
    header: string
    notes: FactsNotes
  }
  /**
   * How often to query.
   */
  polling: {
    /**
     * Shortest interval.
     */
    minimumSeconds: number
    /**
     * Longest interval.
     */
    maximumSeconds: number
    'x-source': FactsSource
  }
  limits: FactsNotes
  notes?: FactsNotes
  /**
   * What our service adds to the interface.
   */
  extensions: {
    id: FactsRuleId
    /**
     * Its name.
     */
    title: string
    /**
     * What it adds.
     */
    description: string
  }[]
}
/**
 * One endpoint.
 */
export interface ServiceEndpoint {
  id: FactsRuleId
  /**
   * HTTP method.
   */
  method: 'GET' | 'POST' | 'DELETE'
  /**
   * Path below {base_url}.
   */
  path: string
  /**
   * What it does.
   */
  summary: string
  /**
   * The extension it belongs to; absent for endpoints of the interface.
   */
  extension?: string
  'x-source'?: FactsSource
}
/**
 * What spec/task.schema.json may say.
 */
export interface TaskFile {
  /**
   * This meta-schema, so that editors know it.
   */
  $schema: 'meta/task.schema.json'
  /**
   * Name of the resource.
   */
  title: string
  /**
   * What it is.
   */
  description: string
  'x-source': FactsSource
  /**
   * A Task is an object.
   */
  type: 'object'
  /**
   * Fields that are always there.
   */
  required: string[]
  /**
   * The fields.
   */
  properties: {
    [k: string]: TaskField
  }
  /**
   * Fields may be added; readers carry them on.
   */
  additionalProperties: true
  /**
   * The states.
   */
  'x-states': {
    /**
     * Its word.
     */
    status: string
    /**
     * Whether polling stops.
     */
    terminal: boolean
    /**
     * What it means.
     */
    description: string
    'x-source': FactsSource
  }[]
  'x-notes': FactsNotes
}
/**
 * One field.
 */
export interface TaskField {
  /**
   * JSON type; left out when the interface does not show it.
   */
  type?: 'string' | 'integer' | 'number' | 'boolean'
  'x-type'?: FactsUnknown
  /**
   * What it says.
   */
  description: string
  /**
   * When it is there.
   */
  'x-present': 'always' | 'usual' | 'completed' | 'failed' | 'unknown'
  /**
   * x-present is a reading of ours: the interface does not say when the field is there.
   */
  'x-inferred'?: true
  /**
   * Values known so far. Others are possible.
   */
  'x-known-values'?: string[]
  /**
   * Unit of the value.
   */
  'x-unit'?: string
  /**
   * Models that have it, when not all do.
   */
  'x-models'?: FactsModelId[]
  'x-kind'?: FactsKind
  'x-source': FactsSource
  /**
   * The interface does not have the field: it is an extension of ours.
   */
  'x-extension'?: true
}
/**
 * What spec/text.json may say: ranges of code points that prompt limits and media references are checked with.
 */
export interface TextFile {
  han: TextRanges
  latin: TextRanges
  space: TextRanges
  blank: TextRanges
}
/**
 * What spec/unknowns.json may say.
 */
export interface UnknownsFile {
  /**
   * Everything the interface leaves open.
   */
  unknowns: {
    id: FactsRuleId
    /**
     * What is not shown.
     */
    topic: string
    /**
     * What this project does about it.
     */
    handling: string
    'x-source': FactsSource
  }[]
}
/**
 * What spec/upstreams/<protocol>.json may say: how requests of this catalogue are put in an upstream's words, and how its answers are read.
 */
export interface UpstreamFile {
  /**
   * The path of this meta-schema, for editors.
   */
  $schema?: string
  $comment?: UpstreamComment
  /**
   * The protocol's name: the file's name without .json.
   */
  protocol: string
  /**
   * The upstream's name, as people say it.
   */
  title: string
  /**
   * Who speaks it, in one or two sentences.
   */
  description: string
  /**
   * Where facts come from, by the name that rows use.
   */
  sources: {
    [k: string]:
      | {
          /**
           * A package of the npm registry.
           */
          package: string
          /**
           * The version that was read.
           */
          version: string
        }
      | {
          /**
           * The document's title.
           */
          document: string
          /**
           * Where it was read.
           */
          url: string
        }
  }
  /**
   * The vendor's base URL, without a slash at the end. Operators may set another.
   */
  baseUrl: string
  /**
   * Where the key goes.
   */
  authentication: {
    /**
     * A header or a query parameter.
     */
    in: 'header' | 'query'
    /**
     * Its name.
     */
    name: string
    /**
     * What stands before the key, such as "Bearer ".
     */
    prefix?: string
    source: UpstreamSource
  }
  /**
   * How a repeated submit is made harmless. Left out where the upstream does not promise it.
   */
  idempotency?: {
    /**
     * The header that takes the key.
     */
    header: string
    source: UpstreamSource
  }
  /**
   * When a task that has not ended is given up.
   */
  deadline: {
    /**
     * Seconds after the submit.
     */
    seconds: number
    source: UpstreamSource
  }
  /**
   * How often to query.
   */
  poll: {
    /**
     * Seconds between two queries of one task.
     */
    seconds: number
    source: UpstreamSource
  }
  /**
   * A GET that tells whether the key is valid and buys nothing.
   */
  probe?: {
    path: UpstreamPath
    /**
     * HTTP statuses that prove that the key is accepted.
     */
    accepted: number[]
    source: UpstreamSource
  }
  webhooks?: UpstreamRemark
  rateHeaders?: UpstreamRemark
  /**
   * How tasks are made, per kind of model.
   */
  operations: {
    video?: UpstreamOperation
    image?: UpstreamOperation
  }
  /**
   * How error answers are read, and what they prove.
   */
  errors: {
    message: UpstreamPointers
    code: UpstreamPointers
    /**
     * A member that makes an answer with HTTP 200 an error.
     */
    inside?: {
      at: UpstreamPointer
      /**
       * Values that mean that there is no error.
       */
      unless?: JsonValue[]
      source: UpstreamSource
    }
    /**
     * What error answers to a submit prove. The first that fits counts; an answer that none fits may have made a task.
     */
    proofs: {
      /**
       * One HTTP status, or a class such as 5xx.
       */
      status: string
      /**
       * Only with one of these error codes.
       */
      codes?: string[]
      /**
       * rejected: no task was made. busy: none was made, and a later submit may succeed. may-exist: nothing is proven.
       */
      proves: 'rejected' | 'busy' | 'may-exist'
      /**
       * What the upstream means by it.
       */
      means?: string
      source: UpstreamSource
    }[]
  }
  /**
   * Where sources contradict each other, and which one the mapping follows.
   */
  disagreements?: {
    /**
     * What they disagree about, and how.
     */
    topic: string
    /**
     * The sources.
     */
    between: UpstreamSource[]
    /**
     * What the mapping does, and why.
     */
    follows: string
  }[]
}
export interface UpstreamRemark {
  /**
   * The fact.
   */
  text: string
  source: UpstreamSource
}
export interface UpstreamOperation {
  $comment?: UpstreamComment
  /**
   * The request that makes a task.
   */
  submit: {
    /**
     * The HTTP method.
     */
    method: 'POST' | 'PUT'
    path: UpstreamPath
    /**
     * Fixed headers.
     */
    headers?: {
      [k: string]: string
    }
    /**
     * How the body is sent: JSON, or multipart/form-data.
     */
    encoding?: 'json' | 'form'
    source: UpstreamSource
  }
  /**
   * How the body is built, in order.
   */
  rows: UpstreamRow[]
  /**
   * Values that need not be sent, because the upstream does so anyway.
   */
  drops?: {
    /**
     * The parameter.
     */
    parameter: string
    /**
     * Only these values.
     */
    values?: JsonValue[]
    when?: UpstreamWhen
    /**
     * Why nothing is lost.
     */
    reason: string
    source: UpstreamSource
  }[]
  /**
   * Parameters without which the upstream would choose, at its own price. A request that leaves them open is rejected.
   */
  needs?: {
    [k: string]: {
      /**
       * Why the upstream needs it.
       */
      reason: string
      source: UpstreamSource
    }
  }
  /**
   * Parameters for which the upstream has nothing.
   */
  lacks?: {
    [k: string]: {
      /**
       * What the upstream has instead, or that it has nothing.
       */
      reason: string
      source: UpstreamSource
    }
  }
  id?: UpstreamPointer
  queryId?: UpstreamPointer
  query?: UpstreamRequest
  cancel?: UpstreamRequest
  /**
   * Where the upstream says how a task stands, and what its words mean.
   */
  status?: {
    at: UpstreamPointer
    /**
     * The upstream's words, each with its meaning. A word that is missing here keeps a task going.
     */
    states: {
      [k: string]: 'queued' | 'processing' | 'completed' | 'failed' | 'expired' | 'cancelled' | 'unknown'
    }
    source: UpstreamSource
  }
  /**
   * Where the upstream says how far a task has got.
   */
  progress?: {
    at: UpstreamPointer
    /**
     * The number that means done.
     */
    of: number
    source: UpstreamSource
  }
  results: UpstreamResults
  message: UpstreamPointers
  code: UpstreamPointers
  seconds?: UpstreamPointer
  /**
   * What the task used.
   */
  usage?: {
    at: UpstreamPointer
    /**
     * What is counted.
     */
    unit: string
    source: UpstreamSource
  }[]
  /**
   * Members of answers that clients of the vendor read and this service does not: fakes and native APIs write them.
   */
  told?: {
    at: UpstreamPointer
    /**
     * In which answers.
     */
    in: 'submit' | 'query' | 'both'
    /**
     * The URL of a request.
     */
    link?: {
      path: UpstreamPath
    }
    /**
     * A fixed value.
     */
    constant?: JsonValue
    /**
     * A fact of the task.
     */
    fact?: 'id' | 'model' | 'created'
    source: UpstreamSource
  }[]
}
export interface UpstreamRow {
  $comment?: UpstreamComment
  to: UpstreamPointer
  /**
   * The parameter whose value goes there.
   */
  from?: string
  /**
   * The list whose items go there, one by one.
   */
  each?: string
  /**
   * Parameters that the upstream has as one. The keys of values are their values, with a space between.
   */
  join?: string[]
  /**
   * The upstream's model ID, which the operator sets.
   */
  model?: true
  /**
   * A fixed value.
   */
  constant?: JsonValue
  when?: UpstreamWhen
  /**
   * What is put there: {value} stands for the value.
   */
  template?: JsonValue
  /**
   * A number is sent as a string.
   */
  as?: 'string'
  /**
   * Our values, each with the upstream's. Others are not offered.
   */
  values?: {
    [k: string]: JsonValue
  }
  /**
   * Values that are sent as they are. Others are not offered.
   */
  accepts?: JsonValue[]
  /**
   * The smallest number.
   */
  minimum?: number
  /**
   * The greatest number.
   */
  maximum?: number
  /**
   * The most items of a list.
   */
  maximumItems?: number
  /**
   * The most characters of a string.
   */
  maximumLength?: number
  /**
   * The forms of media reference the upstream takes.
   */
  forms?: ('url' | 'data')[]
  /**
   * Why the row cannot be read backwards.
   */
  oneWay?: string
  source: UpstreamSource
}
export interface UpstreamRequest {
  /**
   * The HTTP method.
   */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: UpstreamPath
  source: UpstreamSource
}
/**
 * What spec/version.json may say.
 */
export interface VersionFile {
  /**
   * Version of the catalogue (semver).
   */
  version: string
}
