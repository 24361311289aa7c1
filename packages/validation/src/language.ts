import type { JsonValue } from '@model-tasks/spec'
import type { ModelModule } from '@model-tasks/spec/validators'

/** What the words of a finding are made from. */
export interface Mistake {
  module: ModelModule
  model: string
  /** The parameter, and whether it is one item of it that is wrong. */
  parameter: string
  item: boolean
  /** What the validator says beside rule and path. */
  params: Record<string, JsonValue>
  /** The value at the path; undefined where there is none. */
  value: unknown
  /** All parameters of the model, and those of them that the request uses. */
  parameters: readonly string[]
  used: ReadonlySet<string>
}

/** Why a request names no model. */
export type Misnaming =
  | { why: 'missing' | 'null' }
  | { why: 'type'; value: unknown }
  | { why: 'display-name'; value: string; suggestion: string }
  | { why: 'unknown'; value: string; suggestion: string | undefined }

/** The words findings are told in. What they are about (names, values, limits) is the same in every language. */
export interface Language {
  /** The words of each generic rule, after the place. A new rule is a new line. */
  rules: Readonly<Record<string, (mistake: Mistake, suggestion: JsonValue | undefined) => string>>
  /** The words of models' own rules, by id; a rule that is not here is told as the catalogue tells it. */
  own: Readonly<Record<string, string>>
  /** Between the place and the words. */
  colon: string
  /** Of unknown parameters beyond those told one by one: who they are, and what is wrong with them. */
  crowd(names: readonly string[], rest: number): string
  crowdUnknown(model: string, parameters: readonly string[]): string
  /** Behind a finding that stands for so many more. */
  more(count: number): string
  /** A body that is no JSON object. */
  noObject(body: unknown): string
  /** A `model` that names none; `example` is a Model ID. */
  noModel(misnaming: Misnaming, example: string): string
}
