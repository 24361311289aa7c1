// Made by the generator from spec/. Do not edit.
import type { JsonValue, ModelKind } from '../catalogue.js'
import type { ModelId } from '../index.js'

/** A finding as a validator reports it; messages and suggestions are made elsewhere. */
export interface RawFinding {
  rule: string
  /** JSON pointer into the body. */
  path: string
  params: Record<string, JsonValue>
}

export interface ModelModule {
  /** The findings of one body whose `model` is this model; an empty array when there are none. A fresh array each call; includes advice. */
  validate(body: Record<string, unknown>): RawFinding[]
  facts: ModelValidatorFacts
}

export interface ModelValidatorFacts {
  model: string
  kind: ModelKind
  available: boolean
  /** Why the model is not available. */
  reason?: string
  reference: boolean
  assetLibrary: boolean
  /** Required parameters that have a default: what a client fills in. */
  defaults: Record<string, JsonValue>
  /** The model's rules across parameters, by ID. Their messages are in `facts/<model-id>`. */
  rules: Record<string, { severity: 'error' | 'advice' }>
}

/** Loads the validator of one model. */
export declare const loaders: Record<ModelId, () => Promise<ModelModule>>
