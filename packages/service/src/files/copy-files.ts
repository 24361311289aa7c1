import type { FileStore } from './file-store.js'

/** The folders of every file: results, assets, and answers of upstreams that are kept until their tasks have ended. */
const folders = ['results', 'assets', 'held'] as const
const atATime = 8
/** A task or an asset knows the type of its own file. */
const contentType = 'application/octet-stream'

/** Copies every file from one store to another. One that is removed meanwhile is left out. Answers how many were copied. */
export async function copyFiles(from: Pick<FileStore, 'list' | 'read' | 'size'>, to: FileStore): Promise<number> {
  const keys = allKeys(from)
  let copied = 0
  const copyNext = async (): Promise<void> => {
    for await (const key of keys) if (await copyFile(key, from, to)) copied += 1
  }
  await Promise.all(Array.from({ length: atATime }, copyNext))
  return copied
}

/** Whether a store holds any file. */
export async function holdsFiles(files: Pick<FileStore, 'list'>): Promise<boolean> {
  for await (const key of allKeys(files)) return key !== ''
  return false
}

async function* allKeys(files: Pick<FileStore, 'list'>): AsyncGenerator<string> {
  for (const folder of folders) yield* files.list(folder)
}

async function copyFile(key: string, from: Pick<FileStore, 'read' | 'size'>, to: FileStore): Promise<boolean> {
  try {
    await to.putStream(key, await from.read(key), contentType)
    return true
  } catch (error) {
    if ((await from.size(key)) !== undefined) throw error
    return false
  }
}
