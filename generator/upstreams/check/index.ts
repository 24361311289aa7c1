import type { Pass } from '../../check/mistake.js'
import { contradictedCancels } from './contradicted-cancels.js'
import { differingProtocols } from './differing-protocols.js'
import { emptyPlaces } from './empty-places.js'
import { emptyRanges } from './empty-ranges.js'
import { foreignTypes } from './foreign-types.js'
import { idleProofs } from './idle-proofs.js'
import { idleSignatures } from './idle-signatures.js'
import { irreversibleRows } from './irreversible-rows.js'
import { misplacedFiles } from './misplaced-files.js'
import { missingUploads } from './missing-uploads.js'
import { overwrittenPlaces } from './overwritten-places.js'
import { unendingTasks } from './unending-tasks.js'
import { unfilledTemplates } from './unfilled-templates.js'
import { unknownParameters } from './unknown-parameters.js'
import { unknownSignedValues } from './unknown-signed-values.js'
import { unknownSources } from './unknown-sources.js'
import { unknownVariables } from './unknown-variables.js'
import { unnamedTasks } from './unnamed-tasks.js'
import { unofferedValues } from './unoffered-values.js'
import { unprovenCancels } from './unproven-cancels.js'
import { unreadableObjects } from './unreadable-objects.js'
import { unusedSources } from './unused-sources.js'

/** The checks on `spec/upstreams`, in the order of their codes. */
export const upstreamPasses: readonly Pass[] = [
  differingProtocols,
  unknownParameters,
  unofferedValues,
  unknownSources,
  unknownVariables,
  unfilledTemplates,
  overwrittenPlaces,
  irreversibleRows,
  unendingTasks,
  missingUploads,
  emptyPlaces,
  idleProofs,
  unnamedTasks,
  emptyRanges,
  foreignTypes,
  unusedSources,
  unprovenCancels,
  unknownSignedValues,
  idleSignatures,
  contradictedCancels,
  misplacedFiles,
  unreadableObjects,
]
