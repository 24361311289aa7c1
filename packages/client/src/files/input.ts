import type { ModelId, ModelInput } from '@model-tasks/spec'
import type { MediaFile } from './media-file.js'

/** What a caller writes for a model: its parameters, with files wherever it takes references to files. */
export type Input<M extends ModelId> = WithFiles<ModelInput[M]>

/** Adds files to what each parameter takes, so that the input of a model that is a type parameter is still one of them. */
type WithFiles<T> = { [K in keyof T]: T[K] | Files<T[K]> }

/** The parameters that are lists of strings are references to files, in every model. */
type Files<V> = V extends string[] ? (string | Blob | MediaFile)[] : never
