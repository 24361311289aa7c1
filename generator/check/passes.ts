import type { Pass } from './mistake.js'
import { ambiguousDisplayNames } from './passes/ambiguous-display-names.js'
import { brokenSyntax } from './passes/broken-syntax.js'
import { circularReferences } from './passes/circular-references.js'
import { collidingModels } from './passes/colliding-models.js'
import { collidingParameters } from './passes/colliding-parameters.js'
import { contradictingExamples } from './passes/contradicting-examples.js'
import { contradictedRenames } from './passes/contradicted-renames.js'
import { danglingReferences } from './passes/dangling-references.js'
import { differingAssetLibrary } from './passes/differing-asset-library.js'
import { differingExtras } from './passes/differing-extras.js'
import { differingNames } from './passes/differing-names.js'
import { duplicateKeys } from './passes/duplicate-keys.js'
import { emptyRules } from './passes/empty-rules.js'
import { faultyExamples } from './passes/faulty-examples.js'
import { copiedSources } from './passes/copied-sources.js'
import { contradictingStatements } from './passes/contradicting-statements.js'
import { inexactNumbers } from './passes/inexact-numbers.js'
import { invisibleCharacters } from './passes/invisible-characters.js'
import { markupInTexts } from './passes/markup-in-texts.js'
import { misplacedRules } from './passes/misplaced-rules.js'
import { missingExamples } from './passes/missing-examples.js'
import { missingFiles } from './passes/missing-files.js'
import { oddSentences } from './passes/odd-sentences.js'
import { refusedDefaults } from './passes/refused-defaults.js'
import { repeatedIds } from './passes/repeated-ids.js'
import { repeatedKeywords } from './passes/repeated-keywords.js'
import { repeatedRuleIds } from './passes/repeated-rule-ids.js'
import { reservedIds } from './passes/reserved-ids.js'
import { reversedLimits } from './passes/reversed-limits.js'
import { similarValues } from './passes/similar-values.js'
import { slowPatterns } from './passes/slow-patterns.js'
import { strayFiles } from './passes/stray-files.js'
import { strayTokens } from './passes/stray-tokens.js'
import { unclearParameters } from './passes/unclear-parameters.js'
import { undefinedRequired } from './passes/undefined-required.js'
import { unknownEndpoints } from './passes/unknown-endpoints.js'
import { unknownExtensions } from './passes/unknown-extensions.js'
import { unknownRuleParameters } from './passes/unknown-rule-parameters.js'
import { unknownRules } from './passes/unknown-rules.js'
import { unknownSections } from './passes/unknown-sections.js'
import { unportablePatterns } from './passes/unportable-patterns.js'
import { unpublishedModels } from './passes/unpublished-models.js'
import { unusedDefinitions } from './passes/unused-definitions.js'
import { wrongForm } from './passes/wrong-form.js'
import { upstreamPasses } from '../upstreams/check/index.js'

/** All checks, in the order of their codes. A new one is a file in `passes/`, a line here, a code and a fixture. */
export const passes: readonly Pass[] = [
  brokenSyntax,
  duplicateKeys,
  missingFiles,
  strayFiles,
  inexactNumbers,
  invisibleCharacters,
  wrongForm,
  unknownSections,
  differingNames,
  collidingModels,
  collidingParameters,
  ambiguousDisplayNames,
  contradictedRenames,
  reservedIds,
  refusedDefaults,
  reversedLimits,
  undefinedRequired,
  repeatedKeywords,
  unclearParameters,
  unportablePatterns,
  strayTokens,
  unknownRules,
  differingAssetLibrary,
  contradictingStatements,
  copiedSources,
  danglingReferences,
  circularReferences,
  unusedDefinitions,
  unknownRuleParameters,
  missingExamples,
  contradictingExamples,
  faultyExamples,
  repeatedRuleIds,
  misplacedRules,
  emptyRules,
  unpublishedModels,
  unknownEndpoints,
  unknownExtensions,
  repeatedIds,
  differingExtras,
  ...upstreamPasses,
  slowPatterns,
  similarValues,
  markupInTexts,
  oddSentences,
]
