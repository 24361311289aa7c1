import type { JsonValue } from '@model-tasks/spec'
import type { MediaLimit, Words } from '@model-tasks/spec/catalogue'
import type { Mistake } from './mistake.js'

/** Why a request names no model. */
export type UnknownModel =
  | { why: 'missing' | 'null' }
  | { why: 'type'; value: unknown }
  | { why: 'display-name'; value: string; suggestion: string }
  | { why: 'renamed'; value: string; suggestion: string }
  | { why: 'unknown'; value: string; suggestion: string | undefined }

/** What a limit on files measures, as a number. */
export type MeasuredRule = Exclude<MediaLimit['rule'], 'media-format' | 'media-size-unclear'>

/** The words of messages. What they are about (names, values, limits) is the same in every language. */
export interface Language {
  /** Which of the catalogue's words are used: phrases of parameters, messages of model rules. */
  code: keyof Words
  /** The message of each general rule, without the place. A new rule is a new line. */
  rules: Readonly<Record<string, (mistake: Mistake, suggestion: JsonValue | undefined) => string>>
  /** Between the place and the message. */
  colon: string
  /** Of unknown parameters beyond those listed one by one: their names, and what is wrong with them. */
  summarizeNames(names: readonly string[], rest: number): string
  summarizeUnknown(model: string, parameters: readonly string[]): string
  /** Behind a finding that stands for so many more. */
  more(count: number): string
  /** A body that is not a JSON object. */
  notAnObject(body: unknown): string
  /** A `model` that names none; `example` is a Model ID. */
  unknownModel(unknown: UnknownModel, example: string): string
  /** Limits on files. `allowed` is what the limit allows, in this language. */
  media: {
    measured(rule: MeasuredRule, value: string, allowed: string): string
    /** Behind a size that is allowed in one reading of MB and not in the other. */
    binaryOnly: string
    format(name: string, allowed: string): string
    discouraged(name: string, allowed: string): string
    unclear(quote: string): string
  }
  /** What a migration changed. */
  changes: {
    renamed(from: string, to: string): string
    unknown(parameter: string): string
    null(parameter: string): string
    shortened(parameter: string, kept: number, from: number): string
    replaced(parameter: string, from: JsonValue, to: JsonValue): string
    added(parameter: string, value: JsonValue): string
  }
}
