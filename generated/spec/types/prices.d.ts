// Made by the generator from spec/. Do not edit.
import type { ModelPrices } from '../measures/index.js'

/** The prices of the model, and what they read of its requests. */
export declare const priced: ModelPrices
