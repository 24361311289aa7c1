import type { FileStore } from '../../domain/files/file-store.js'

/** The folders of every file: results, assets, and answers of upstreams that are kept until their tasks have ended. */
export const fileFolders = ['results', 'assets', 'held'] as const
const atATime = 8
/** A task or an asset knows the type of its own file. */
const contentType = 'application/octet-stream'

/**
 * Copies every file from one store to another, but for those that are there. One that is removed meanwhile is left out.
 * Nothing is written any more once it has rejected.
 */
export async function copyFiles(
  from: Pick<FileStore, 'list' | 'read' | 'size'>,
  to: FileStore,
  there: ReadonlySet<string> = new Set(),
): Promise<void> {
  const keys = allKeys(from)
  const copyNext = async (): Promise<void> => {
    for await (const key of keys) if (!there.has(key)) await copyFile(key, from, to)
  }
  const ended = await Promise.allSettled(Array.from({ length: atATime }, copyNext))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

/** Whether a store holds any file. */
export async function holdsFiles(files: Pick<FileStore, 'list'>): Promise<boolean> {
  for await (const key of allKeys(files)) return key !== ''
  return false
}

/** The key of every file in a store. */
export async function* allKeys(files: Pick<FileStore, 'list'>): AsyncGenerator<string> {
  for (const folder of fileFolders) yield* files.list(folder)
}

/** Copies a file; one that is removed meanwhile is left out. */
export async function copyFile(key: string, from: Pick<FileStore, 'read' | 'size'>, to: FileStore): Promise<void> {
  try {
    const bytes = await from.read(key)
    if (bytes !== undefined) await to.putStream(key, bytes, contentType)
  } catch (error) {
    if ((await from.size(key)) !== undefined) throw error
  }
}
