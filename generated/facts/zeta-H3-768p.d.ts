// Made by the generator from spec/. Do not edit.
import type { ModelTextFacts } from './index.js'

export declare const facts: ModelTextFacts
