/** `validators/<model-id>.d.ts`: the same for every model. */
export const moduleDeclaration = `import type { ModelModule, ModelValidatorFacts, RawFinding } from './index.js'

/** The findings of one body whose \`model\` is this model; an empty array when there are none. */
export declare function validate(body: Record<string, unknown>): RawFinding[]
export declare const facts: ModelValidatorFacts
declare const module: ModelModule['validate']
export default module
`

export const indexDeclaration = `import type { JsonValue } from '../catalogue.js'
import type { ModelId } from '../index.js'

/** A finding as a validator says it; texts and suggestions are made elsewhere. */
export interface RawFinding {
  rule: string
  /** JSON pointer into the body. */
  path: string
  params: Record<string, JsonValue>
}

export interface ModelModule {
  /** The findings of one body whose \`model\` is this model; an empty array when there are none. A fresh array each call; includes advice. */
  validate(body: Record<string, unknown>): RawFinding[]
  facts: ModelValidatorFacts
}

export interface ModelValidatorFacts {
  model: string
  /** Heading of the model's table; a finding's source is the section and the parameter. */
  section: string
  kind: 'video' | 'image'
  available: boolean
  /** Why the model is not available. */
  reason?: string
  reference: boolean
  assetLibrary: boolean
  /** In the table's order. */
  parameters: readonly string[]
  /** Required parameters that have a default: what a client fills in. */
  defaults: Record<string, JsonValue>
  /** The model's cross-field rules by id. */
  rules: Record<string, { severity: 'error' | 'advice'; message: string; source: string }>
  /** Sources of prompt rules where they are not the parameter's own, by rule id. */
  sources?: Record<string, string>
}

/** Loads the validator of one model. */
export declare const loaders: Record<ModelId, () => Promise<ModelModule>>
/** Model IDs by display name, as far as display names are known. */
export declare const displayNames: Record<string, ModelId>
`

export const allDeclaration = `import type { ModelId } from '../index.js'
import type { ModelModule } from './index.js'

/** The validators of all models, loaded at once. */
export declare const modules: Record<ModelId, ModelModule>
export { displayNames } from './index.js'
`
