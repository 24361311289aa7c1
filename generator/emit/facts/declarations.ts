/** The types of `facts/<model-id>.js`. */
export const factsDeclaration = `import type { ModelTextFacts } from '../facts/index.js'

export declare const facts: ModelTextFacts
`

/** `facts/index.d.ts`, around the declarations of `text-facts.ts`. */
export const factsIndexDeclaration = (textFacts: string): string => `import type {
  ConditionalDefault,
  Deprecation,
  JsonValue,
  Parameter,
  Severity,
  UpcomingLimit,
  ValueDeprecation,
  ValueList,
  ValueOption,
  Words,
} from '../catalogue.js'
import type { ModelId } from '../index.js'
import type { Language } from '../messages/language.js'

${textFacts}
/** Loads the facts of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ facts: ModelTextFacts }>>
`

export const allFactsDeclaration = `import type { ModelId } from '../index.js'
import type { ModelTextFacts } from './index.js'

/** The facts of all models, loaded at once. */
export declare const facts: Record<ModelId, ModelTextFacts>
`
