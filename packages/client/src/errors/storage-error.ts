import { ModelTasksError } from './model-tasks-error.js'

/** Why a result could not be stored; each is the `code` of a `StorageError`. */
export type StorageCode =
  | 'disk-full'
  | 'quota-exceeded'
  | 'permission-denied'
  | 'file-too-large'
  | 'path-invalid'
  | 'destination-exists'
  | 'destination-changed'
  | 'no-disk'
  | 'storage-failed'

/**
 * The task completed, and its result could not be stored. The result itself is still there: `resume` is the call that
 * continues, and what was received is kept in `partFile`.
 */
export class StorageError extends ModelTasksError<{
  code: StorageCode
  path: string
  partFile?: string | undefined
}> {
  declare readonly code: StorageCode
  /** Where the result was to be stored. */
  declare readonly path: string
  /** The file that keeps what was received; undefined when nothing was. */
  declare readonly partFile?: string

  override get name(): string {
    return 'StorageError'
  }
}
