/** The types of `validators/<model-id>.js`. */
export const moduleDeclaration = `import type { ModelModule, ModelValidatorFacts, RawFinding } from '../validators/index.js'

/** The findings of one body whose \`model\` is this model; an empty array when there are none. */
export declare function validate(body: Record<string, unknown>): RawFinding[]
export declare const facts: ModelValidatorFacts
declare const module: ModelModule['validate']
export default module
`

/** `validators/index.d.ts`, around the declaration of `ModelValidatorFacts`. */
export const indexDeclaration = (
  validatorFacts: string,
): string => `import type { JsonValue, ModelKind } from '../catalogue.js'
import type { ModelId } from '../index.js'

/** A finding as a validator reports it; messages and suggestions are made elsewhere. */
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

${validatorFacts}
/** Loads the validator of one model. */
export declare const loaders: Record<ModelId, () => Promise<ModelModule>>
`

export const namesDeclaration = `import type { ModelId } from '../index.js'

/** Model IDs by display name, as far as display names are known. */
export declare const displayNames: Record<string, ModelId>
/** Model IDs by the IDs that they had before. */
export declare const renamedModels: Record<string, ModelId>
/** The IDs of the models without a reference: nothing is known of their parameters. */
export declare const openModels: readonly ModelId[]
`

export const allDeclaration = `import type { ModelId } from '../index.js'
import type { ModelModule } from './index.js'

/** The validators of all models, loaded at once. */
export declare const modules: Record<ModelId, ModelModule>
`
