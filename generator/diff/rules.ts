import type { DiffRule } from './event.js'
import { addedAdvice } from './rules/added-advice.js'
import { addedDefault } from './rules/added-default.js'
import { addedEndpoint } from './rules/added-endpoint.js'
import { addedExtension } from './rules/added-extension.js'
import { addedFinding } from './rules/added-finding.js'
import { addedModel } from './rules/added-model.js'
import { addedParameter } from './rules/added-parameter.js'
import { addedReferenceForm } from './rules/added-reference-form.js'
import { addedRequiredParameter } from './rules/added-required-parameter.js'
import { addedResponseExtra } from './rules/added-response-extra.js'
import { addedRule } from './rules/added-rule.js'
import { addedTaskField } from './rules/added-task-field.js'
import { addedValue } from './rules/added-value.js'
import { becameOptional } from './rules/became-optional.js'
import { becameRequired } from './rules/became-required.js'
import { changedAssetLibrary } from './rules/changed-asset-library.js'
import { changedAuthentication } from './rules/changed-authentication.js'
import { changedConstraint } from './rules/changed-constraint.js'
import { changedDefault } from './rules/changed-default.js'
import { changedDisplayName } from './rules/changed-display-name.js'
import { changedEndpoint } from './rules/changed-endpoint.js'
import { changedIdentifier } from './rules/changed-identifier.js'
import { changedKind } from './rules/changed-kind.js'
import { changedKnownValues } from './rules/changed-known-values.js'
import { changedListing } from './rules/changed-listing.js'
import { changedMediaAdvice } from './rules/changed-media-advice.js'
import { changedOpenness } from './rules/changed-openness.js'
import { changedPolling } from './rules/changed-polling.js'
import { changedPortability } from './rules/changed-portability.js'
import { changedPromptAdvice } from './rules/changed-prompt-advice.js'
import { changedPromptTokens } from './rules/changed-prompt-tokens.js'
import { changedReason } from './rules/changed-reason.js'
import { changedReferencePattern } from './rules/changed-reference-pattern.js'
import { changedRule } from './rules/changed-rule.js'
import { changedRuleExamples } from './rules/changed-rule-examples.js'
import { changedSources } from './rules/changed-sources.js'
import { changedStates } from './rules/changed-states.js'
import { changedTaskPresence } from './rules/changed-task-presence.js'
import { changedTaskType } from './rules/changed-task-type.js'
import { changedTextClasses } from './rules/changed-text-classes.js'
import { changedType } from './rules/changed-type.js'
import { changedUnit } from './rules/changed-unit.js'
import { changedUnknowns } from './rules/changed-unknowns.js'
import { changedWords } from './rules/changed-words.js'
import { factRules } from './rules/facts.js'
import { gainedReference } from './rules/gained-reference.js'
import { loosenedLimit } from './rules/loosened-limit.js'
import { loosenedMediaLimit } from './rules/loosened-media-limit.js'
import { loosenedPromptLimit } from './rules/loosened-prompt-limit.js'
import { lostReference } from './rules/lost-reference.js'
import { loweredFinding } from './rules/lowered-finding.js'
import { loweredRule } from './rules/lowered-rule.js'
import { modelBecameAvailable } from './rules/model-became-available.js'
import { modelBecameUnavailable } from './rules/model-became-unavailable.js'
import { raisedFinding } from './rules/raised-finding.js'
import { raisedRule } from './rules/raised-rule.js'
import { removedAssetLibrary } from './rules/removed-asset-library.js'
import { removedDefault } from './rules/removed-default.js'
import { removedDefaultOfRequired } from './rules/removed-default-of-required.js'
import { removedEndpoint } from './rules/removed-endpoint.js'
import { removedExtension } from './rules/removed-extension.js'
import { removedFinding } from './rules/removed-finding.js'
import { removedModel } from './rules/removed-model.js'
import { removedParameter } from './rules/removed-parameter.js'
import { removedReferenceForm } from './rules/removed-reference-form.js'
import { removedResponseExtra } from './rules/removed-response-extra.js'
import { removedRule } from './rules/removed-rule.js'
import { removedTaskField } from './rules/removed-task-field.js'
import { removedValue } from './rules/removed-value.js'
import { renamedModel } from './rules/renamed-model.js'
import { reorderedModels } from './rules/reordered-models.js'
import { reorderedParameters } from './rules/reordered-parameters.js'
import { reorderedRules } from './rules/reordered-rules.js'
import { reorderedTask } from './rules/reordered-task.js'
import { reorderedValues } from './rules/reordered-values.js'
import { tightenedLimit } from './rules/tightened-limit.js'
import { tightenedMediaLimit } from './rules/tightened-media-limit.js'
import { tightenedPromptLimit } from './rules/tightened-prompt-limit.js'

/** All kinds of difference. A new one is a file in `rules/`, a line here and a fixture. */
export const rules: readonly DiffRule[] = [
  removedModel,
  renamedModel,
  addedModel,
  changedKind,
  changedIdentifier,
  modelBecameUnavailable,
  modelBecameAvailable,
  changedReason,
  changedListing,
  changedDisplayName,
  gainedReference,
  lostReference,
  removedAssetLibrary,
  changedAssetLibrary,
  removedResponseExtra,
  addedResponseExtra,
  reorderedModels,
  removedParameter,
  addedRequiredParameter,
  addedParameter,
  becameRequired,
  becameOptional,
  changedType,
  changedDefault,
  addedDefault,
  removedDefault,
  removedDefaultOfRequired,
  removedValue,
  addedValue,
  reorderedValues,
  tightenedLimit,
  loosenedLimit,
  changedUnit,
  changedOpenness,
  reorderedParameters,
  removedReferenceForm,
  addedReferenceForm,
  changedReferencePattern,
  tightenedMediaLimit,
  loosenedMediaLimit,
  changedMediaAdvice,
  tightenedPromptLimit,
  loosenedPromptLimit,
  changedPromptAdvice,
  changedPromptTokens,
  addedRule,
  addedAdvice,
  removedRule,
  raisedRule,
  loweredRule,
  changedRule,
  changedRuleExamples,
  reorderedRules,
  raisedFinding,
  loweredFinding,
  changedPortability,
  addedFinding,
  removedFinding,
  changedTextClasses,
  removedTaskField,
  addedTaskField,
  changedTaskType,
  changedTaskPresence,
  changedKnownValues,
  changedStates,
  reorderedTask,
  removedEndpoint,
  addedEndpoint,
  changedEndpoint,
  changedAuthentication,
  changedPolling,
  removedExtension,
  addedExtension,
  changedUnknowns,
  changedConstraint,
  ...factRules,
  changedWords,
  changedSources,
]
