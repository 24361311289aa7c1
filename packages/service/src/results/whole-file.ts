import { open } from 'node:fs/promises'
import type { TaskKind } from '../task/record.js'
import { formats } from './formats/index.js'
import type { FileBytes } from './formats/format.js'

/** What the media types of a result begin with, by kind of task. Many call sound in an MP4 container a video. */
const fitting: Readonly<Record<TaskKind, readonly string[]>> = {
  video: ['video/'],
  image: ['image/'],
  audio: ['audio/', 'video/'],
  mesh: ['model/'],
}

/** Why a file proves that it is not the whole result of a task of this kind; undefined where it proves nothing of that. */
export async function faultOfFile(file: FileBytes, kind: TaskKind): Promise<string | undefined> {
  const head = await file.read(0, 16)
  for (const format of formats) {
    const type = format.typeOf(head)
    if (type === undefined) continue
    if (!fitting[kind].some((start) => type.startsWith(start))) return `expected ${kind}, got ${type}`
    return format.cutAt(file)
  }
  return undefined
}

/** The same of a file on disk. */
export async function faultOfFileAt(path: string, kind: TaskKind): Promise<string | undefined> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const read = async (at: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    return await faultOfFile({ size, read }, kind)
  } finally {
    await handle.close()
  }
}
