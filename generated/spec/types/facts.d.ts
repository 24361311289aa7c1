// Made by the generator from spec/. Do not edit.
import type { ModelTextFacts } from '../facts/index.js'

export declare const facts: ModelTextFacts
