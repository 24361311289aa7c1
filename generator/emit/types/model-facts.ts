import type { JsonValue, Model, ModelKind } from '../../catalogue.js'
import { requiredDefaults } from '../validators/facts.js'

/** What is known of a model without its limits. */
export interface ModelFacts {
  kind: ModelKind
  /** Absent where it is not shown. */
  displayName?: string
  /** Whether the published list names it. */
  listed: boolean
  /** Whether its parameters are known. */
  reference: boolean
  available: boolean
  /** Why it is not available. */
  reason?: string
  /** Whether assetId://{id} may stand for a media URL; false where it is not shown. */
  assetLibrary: boolean
  /** Names of the parameters, in the order of the model's table. */
  parameters: readonly string[]
  /** Values of the required parameters that have a default. */
  defaults: { readonly [parameter: string]: JsonValue }
  /** Fields of the Task that only some models have. */
  responseExtras: readonly string[]
}

/** What is published of one model without its limits. */
export function modelFacts(model: Model): ModelFacts {
  return {
    kind: model.kind,
    ...(typeof model.displayName === 'string' ? { displayName: model.displayName } : {}),
    listed: model.listed,
    reference: model.reference,
    available: model.availability.status === 'available',
    ...(model.availability.status === 'unavailable' ? { reason: model.availability.reason } : {}),
    assetLibrary: model.assetLibrary === true,
    parameters: model.parameters.map((parameter) => parameter.name),
    defaults: requiredDefaults(model),
    responseExtras: model.responseExtras,
  }
}
