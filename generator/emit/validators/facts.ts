import type { JsonSchema, JsonValue, Model, ModelKind } from '../../catalogue.js'

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

/** What the clients of a validator need to know of its model beside the code: small, because it is shipped with each. */
export function validatorFacts(model: Model): ModelValidatorFacts {
  const { availability } = model
  return {
    model: model.id,
    kind: model.kind,
    available: availability.status === 'available',
    ...(availability.status === 'unavailable' ? { reason: availability.reason } : {}),
    reference: model.reference,
    assetLibrary: model.assetLibrary === true,
    defaults: requiredDefaults(model),
    rules: Object.fromEntries(model.rules.map(({ id, severity }) => [id, { severity }])),
  }
}

/** Values of the required parameters that have a default: what a client fills in. */
export function requiredDefaults(model: Model): JsonSchema {
  const defaults: JsonSchema = {}
  for (const parameter of model.parameters) {
    if (parameter.required && 'default' in parameter && parameter.default !== undefined)
      defaults[parameter.name] = parameter.default
  }
  return defaults
}
