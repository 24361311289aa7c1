import type { ModelId, ModelInput } from '@model-tasks/spec'
import type { MediaFile } from './media-file.js'

/** What a caller writes for a model: its parameters, with files wherever it takes references to files. */
export type Input<M extends ModelId> = WithFiles<ModelInput[M]>

/** The parameters that are lists of strings are references to files, in every model. */
type WithFiles<T> = { [K in keyof T]: T[K] extends string[] | undefined ? (string | Blob | MediaFile)[] : T[K] }
