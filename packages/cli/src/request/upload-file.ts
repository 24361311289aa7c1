import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Asset } from '@model-tasks/client'
import type { Connection } from '../connection/open-connection.js'
import { Problem } from '../failure/problem.js'

/** Puts a file into the asset library and waits for its review. Throws a Problem where it is rejected, and what the client throws. */
export async function uploadFile({ client, signal }: Connection, path: string, kind: string): Promise<Asset> {
  const { mediaTypeOf } = await import('@model-tasks/client/media')
  const file = new File([await readFile(path)], basename(path), { type: mediaTypeOf(path, kind) })
  const asset = await client.uploadAsset(file, { signal, untilReviewed: true, pollInterval: 1000 })
  if (asset.status !== 'approved')
    throw new Problem(`${path}: the review of the asset ${asset.id} ended as ${asset.status}`, 'rejected')
  return asset
}
