// Made by the generator from spec/. Do not edit.
import type { ModelId } from '../index.js'
import type { ModelPrices } from '../measures/index.js'

/** Loads the prices of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ priced: ModelPrices }>>
