// Made by the generator from spec/. Do not edit.
import type { ModelId } from '../index.js'
import type { ModelTextFacts } from './index.js'

/** The facts of all models, loaded at once. */
export declare const facts: Record<ModelId, ModelTextFacts>
