import type { AssetStore } from '../store/asset-store.js'
import type { FileStore } from '../../domain/files/file-store.js'

type Assets = Pick<AssetStore, 'claimLooseFiles' | 'forgetFile'>
type Files = Pick<FileStore, 'remove'>

/** Removes a file that no asset owns and none will. */
export async function removeLooseFile(file: string, assets: Pick<Assets, 'forgetFile'>, files: Files): Promise<void> {
  await files.remove(file)
  await assets.forgetFile(file)
}

/** Removes files that no asset owns, noted before the time given: up to `limit` of them. Answers how many. */
export async function removeLooseFiles(before: number, limit: number, assets: Assets, files: Files): Promise<number> {
  const loose = await assets.claimLooseFiles(before, limit)
  for (const file of loose) await removeLooseFile(file, assets, files)
  return loose.length
}
