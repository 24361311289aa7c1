import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from '../../domain/files/file-store.js'

/**
 * Does once, with a few bytes, what the service will do with every file. Rejects with an error that names the permission of the
 * step that failed, as the store calls it.
 */
export async function proveUsable(
  files: FileStore,
  permissions: Readonly<Record<'put' | 'get' | 'remove' | 'list', string>>,
): Promise<void> {
  const key = `start/${randomUUID()}`
  const { bytes } = await named(
    permissions.put,
    files.putStream(key, Readable.from(['written to see that it can be']), 'text/plain'),
  )
  if ((await named(permissions.get, files.size(key))) !== bytes) throw new Error('a file that was written is not there')
  await named(permissions.remove, files.remove(key))
  if ((await named(permissions.list, files.size(key))) !== undefined)
    throw new Error('a file that was removed is still there')
}

async function named<T>(permission: string, step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    throw new Error(`${permission}: ${reasonOf(error)}`, { cause: error })
  }
}

/** An answer without a body (to HEAD) has no words of its own, only a status; a host of several addresses has one error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const { name, message } = error
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
      ? metadata.httpStatusCode
      : undefined
  const said = [name, message, typeof status === 'number' ? `status ${status}` : '']
  return said
    .filter((word) => !['', 'Error', 'Unknown', 'UnknownError'].includes(word))
    .join(', ')
    .replaceAll(/\s+/g, ' ')
}
