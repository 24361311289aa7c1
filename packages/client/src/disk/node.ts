import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { FilePath, OpenPart } from './part.js'

export const filePath: FilePath = async (path, name) => {
  const folder =
    path.endsWith('/') ||
    path.endsWith(sep) ||
    (await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  return folder ? join(path, name) : path
}

export const openPart: OpenPart = async (path, taskId) => {
  const name = `${path}.part`
  const noteName = `${name}.json`
  await mkdir(dirname(path), { recursive: true })
  const note = await readNote(noteName)
  const file = await (note?.taskId === taskId ? open(name, 'r+').catch(() => open(name, 'w')) : open(name, 'w'))
  let bytes = (await file.stat()).size
  let tag = note?.taskId === taskId ? note.tag : undefined
  const writeNote = (): Promise<void> => writeFile(noteName, JSON.stringify({ taskId, tag }))
  await writeNote()

  const discard = async (): Promise<void> => {
    await file.close()
    await rm(name, { force: true })
    await rm(noteName, { force: true })
  }

  return {
    get bytes() {
      return bytes
    },
    get tag() {
      return tag
    },
    async write(chunk) {
      for (let written = 0; written < chunk.byteLength;) {
        const { bytesWritten } = await file.write(chunk, written, chunk.byteLength - written, bytes)
        written += bytesWritten
        bytes += bytesWritten
      }
    },
    async restart(newTag) {
      await file.truncate(0)
      bytes = 0
      tag = newTag
      await writeNote()
    },
    async finish() {
      await file.sync()
      await file.close()
      await rename(name, path)
      await rm(noteName, { force: true })
    },
    discard,
    close: () => (bytes > 0 ? file.close() : discard()),
  }
}

async function readNote(name: string): Promise<{ taskId: string; tag: string | undefined } | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(name, 'utf8'))
    if (typeof note !== 'object' || note === null || !('taskId' in note) || typeof note.taskId !== 'string')
      return undefined
    return { taskId: note.taskId, tag: 'tag' in note && typeof note.tag === 'string' ? note.tag : undefined }
  } catch {
    return undefined
  }
}
