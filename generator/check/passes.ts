import type { Pass } from './mistake.js'
import { missingFiles, strayFiles } from './passes/files.js'
import { wrongForm } from './passes/form.js'
import { ambiguousDisplayNames, collidingModels, collidingParameters, differingNames } from './passes/names.js'
import { refusedDefaults, reversedLimits, strayTokens, unclearParameters, undefinedRequired, unknownRules, unportablePatterns } from './passes/parameters.js'
import { brokenReferences, repeatedKeywords, unusedDefinitions } from './passes/references.js'
import { contradictingExamples, emptyRules, faultyExamples, misplacedRules, missingExamples, repeatedRuleIds, unknownRuleParameters } from './passes/rules.js'
import { differingExtras, repeatedIds, unknownExtensions, unpublishedModels } from './passes/service.js'
import { brokenSyntax, duplicateKeys } from './passes/syntax.js'

/** All checks, in the order of their codes. */
export const passes: readonly Pass[] = [
  brokenSyntax,
  duplicateKeys,
  missingFiles,
  strayFiles,
  wrongForm,
  differingNames,
  collidingModels,
  collidingParameters,
  ambiguousDisplayNames,
  refusedDefaults,
  reversedLimits,
  undefinedRequired,
  repeatedKeywords,
  unclearParameters,
  unportablePatterns,
  strayTokens,
  unknownRules,
  brokenReferences,
  unusedDefinitions,
  unknownRuleParameters,
  missingExamples,
  contradictingExamples,
  faultyExamples,
  repeatedRuleIds,
  misplacedRules,
  emptyRules,
  unpublishedModels,
  unknownExtensions,
  repeatedIds,
  differingExtras,
]
