// Made by the generator from spec/. Do not edit.
import type { ModelModule, ModelValidatorFacts, RawFinding } from '../validators/index.js'

/** The findings of one body whose `model` is this model; an empty array when there are none. */
export declare function validate(body: Record<string, unknown>): RawFinding[]
export declare const facts: ModelValidatorFacts
declare const module: ModelModule['validate']
export default module
