import type { ModelId, ModelInput } from '@model-tasks/spec'
import type { MediaFile } from './media-file.js'

/** What a caller writes for a model: its parameters, with files wherever it takes references to files. */
export type Input<M extends ModelId> = ModelInput<Blob | MediaFile>[M]
