import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3Settings } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import { DiskFileStore } from './disk.js'
import type { FileStore } from './file-store.js'

/** Opens the file store the settings choose: the bucket, or this folder. Throws `SettingsError` when the bucket cannot be used. */
export async function openFiles(s3: S3Settings | undefined, folder: string): Promise<FileStore> {
  if (s3 === undefined) return new DiskFileStore(folder)
  const { openS3Files } = await import('./s3.js')
  const files = await openS3Files(s3)
  try {
    await proveUsable(files)
    return files
  } catch (error) {
    files.close()
    throw unusable(s3, error)
  }
}

/** Does once, with a few bytes, what the service will do with every file. Each step takes a permission, which a failure names. */
async function proveUsable(files: FileStore): Promise<void> {
  const key = `start/${randomUUID()}`
  const { bytes } = await named(
    's3:PutObject',
    files.putStream(key, Readable.from(['written to see that it can be']), 'text/plain'),
  )
  if ((await named('s3:GetObject', files.size(key))) !== bytes) throw new Error('a file that was written is not there')
  await named('s3:DeleteObject', files.remove(key))
  if ((await named('s3:ListBucket', files.size(key))) !== undefined)
    throw new Error('a file that was removed is still there')
}

async function named<T>(permission: string, step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    throw new Error(`${permission}: ${reasonOf(error)}`, { cause: error })
  }
}

function unusable({ bucket, region, endpoint }: S3Settings, error: unknown): SettingsError {
  const place = `the bucket ${bucket} of ${endpoint ?? 'AWS'}, region ${region},`
  return new SettingsError(
    `MODEL_TASKS_CONFIG: s3: ${place} cannot be used: ${error instanceof Error ? error.message : String(error)}; check that it exists there and that the key or role may put, get, delete and list in it`,
  )
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
