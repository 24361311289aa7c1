import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Asset } from '@model-tasks/client'
import type { JsonValue } from '@model-tasks/spec'
import type { Connection } from '../connection/open-connection.js'
import { Problem } from '../failure/problem.js'
import type { Session } from '../session.js'
import { megabytes } from '../terminal/progress.js'
import { dataUri, withReferences, type LocalFile } from './local-media.js'

/** The form in which a request names an asset. */
export function assetReference(id: string): string {
  return `assetId://${id}`
}

/**
 * Puts a file into the asset library and waits until its review is over, asking once a second. Throws a Problem where it
 * is rejected, and what the client throws.
 */
export async function uploadFile({ client, signal }: Connection, path: string, type: string): Promise<Asset> {
  const blob = new Blob([await readFile(path)], { type })
  const { setTimeout: sleep } = await import('node:timers/promises')
  let asset = await client.uploadAsset(blob, { signal })
  while (asset.status === 'pending') {
    await sleep(1000, undefined, { signal })
    asset = await client.asset(asset.id, { signal })
  }
  if (asset.status !== 'approved')
    throw new Problem(
      `${path}: the review of the asset ${asset.id} ended as ${asset.status}; no task was created`,
      'rejected',
    )
  return asset
}

/** The body with its local files uploaded or inlined; a file that is named twice is uploaded once. Throws a Problem. */
export async function sendLocalMedia(
  session: Session,
  connection: Connection,
  body: Readonly<Record<string, JsonValue>>,
  files: readonly LocalFile[],
): Promise<Record<string, JsonValue>> {
  const uploads = files.filter(({ way }) => way === 'upload')
  if (uploads.length > 0) await requireAssets(connection, uploads)
  const references = new Map<string, string>()
  for (const file of files) {
    if (references.has(`${file.way} ${file.path}`)) continue
    references.set(`${file.way} ${file.path}`, await referenceOf(session, connection, file))
  }
  return withReferences(body, files, ({ way, path }) => references.get(`${way} ${path}`) ?? '')
}

async function referenceOf(session: Session, connection: Connection, file: LocalFile): Promise<string> {
  if (file.way === 'inline') return dataUri(file)
  const { id, bytes } = await uploadFile(connection, file.path, file.type)
  const { terminal, globals } = session
  const size = typeof bytes === 'number' ? ` (${megabytes(bytes)})` : ''
  if (globals.quiet !== true)
    terminal.err(`${terminal.paint.err.faint('asset')}   ${id}  ${basename(file.path)}${size}\n`)
  return assetReference(id)
}

/** Throws a Problem where the service has declared no asset library. */
async function requireAssets({ client, signal, service }: Connection, uploads: readonly LocalFile[]): Promise<void> {
  const declared = await client.capabilities({ signal, requestTimeout: 5000 }).catch(() => undefined)
  if (declared?.extensions.includes('assets') === true) return
  const [first] = uploads
  throw new Problem(
    `${first?.path ?? ''} is a local file, and ${service.baseUrl} has no asset library to upload it to; publish the file and give its http(s) URL`,
    'usage',
  )
}
