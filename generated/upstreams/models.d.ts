// Made by the generator from spec/. Do not edit.
import type { ModelFacts } from './interpreter/index.js'

/** What mappings need to know of every model, by Model ID. */
export declare const models: { readonly [modelId: string]: ModelFacts }
