import type { Task } from '@model-tasks/spec'
import { StorageError, type StorageCode } from '../errors/storage-error.js'

interface Reason {
  readonly code: StorageCode
  readonly text: string
  readonly hint: string
}

const elsewhere = 'Choose another path'
const permission: Reason = {
  code: 'permission-denied',
  text: 'permission denied',
  hint: 'Grant write access or choose another path',
}
const unusable: Reason = { code: 'path-invalid', text: 'the path cannot be used', hint: elsewhere }

/** By the code of the system's error. */
const reasons: Readonly<Record<string, Reason>> = {
  ENOSPC: { code: 'disk-full', text: 'the disk is full', hint: 'Free some space' },
  EDQUOT: { code: 'quota-exceeded', text: 'the disk quota is exceeded', hint: 'Free some space' },
  EFBIG: {
    code: 'file-too-large',
    text: 'the file is larger than the system allows',
    hint: 'Raise the limit or choose another disk',
  },
  EACCES: permission,
  EPERM: permission,
  EROFS: { ...permission, text: 'the file system is read-only', hint: elsewhere },
  ENOTDIR: unusable,
  EISDIR: unusable,
  EEXIST: unusable,
  ENAMETOOLONG: unusable,
  ELOOP: unusable,
  EINVAL: unusable,
  ENOENT: unusable,
  EDESTINATIONCHANGED: {
    code: 'destination-changed',
    text: 'another file has appeared there since the download began, and was not replaced',
    hint: 'Choose another path, or repeat the download to replace it',
  },
  ENODISK: {
    code: 'no-disk',
    text: 'this platform has no disk',
    hint: 'Use open(), which gives the result as a stream',
  },
}

/** The error of a result that could not be stored. `partFile` keeps what was received. */
export function storageError(
  cause: unknown,
  { task, again }: { task: Task; again: string },
  path: string,
  partFile: string | undefined,
): StorageError {
  const system = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  const { code, text, hint } = reasons[system] ?? {
    code: 'storage-failed',
    text: cause instanceof Error ? cause.message : String(cause),
    hint: 'Check the disk',
  }
  const kept = partFile === undefined ? '' : `; what was received is kept in ${partFile}`
  return new StorageError(`the result of task ${task.id} cannot be stored as ${path}: ${text}${kept}`, {
    code,
    path,
    partFile,
    hint,
    cause,
    taskId: task.id,
    task,
    again: code === 'no-disk' ? 'open()' : again,
  })
}

/** The error of a destination that exists and must not be replaced; nothing was received. */
export function destinationExists(task: Task, path: string): StorageError {
  return new StorageError(`the result of task ${task.id} is not stored: ${path} exists`, {
    code: 'destination-exists',
    path,
    hint: 'Choose another path, or allow it to be replaced with overwrite: true',
    taskId: task.id,
    task,
    again: 'download(path)',
  })
}
