import type { JsonSchema, JsonValue, Parameter } from '../catalogue.js'
import type { Slots } from '../messages/render.js'
import type { Reader } from '../read/reader.js'

/**
 * One kind of rule over numbers: everything that follows from what `spec/` states of it, in one place. What a rule says is
 * kept as plain data under its keyword, with the defaults and the unit of its parameters, so that any language can evaluate it.
 */
export interface NumbersRule {
  /** Under which it stands beside `x-rule`, and in the schema of the rule. */
  keyword: 'x-sum' | 'x-product' | 'x-count' | 'x-order'
  /** The rule as data, from what the model file states. */
  read(stated: Reader, parameters: readonly Parameter[]): JsonSchema
  /** What is said of a body that breaks it: what its text is filled with. Undefined where the body keeps it. */
  broken(body: JsonValue, rule: JsonSchema): Slots | undefined
  /** The function of `checks/` that does the same in an emitted validator. */
  check: string
  /** What it demands of every request: the text, and what that is filled with. */
  demand(rule: JsonSchema): Slots & { text: string }
  /** Whether the later rule rejects nothing that the earlier one accepts, as far as that can be read off the two. */
  isLooser(earlier: JsonSchema, later: JsonSchema): boolean
  /** The same as plain JSON Schema; left out, or undefined, where that has no words for it. */
  schema?(rule: JsonSchema): JsonSchema | undefined
}
