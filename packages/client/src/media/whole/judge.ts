import { open, type FileHandle } from 'node:fs/promises'
import { formats } from './formats.js'
import { buffered, type FileBytes } from './format.js'
import type { Verdict } from './verdict.js'

/** What the media types of a result begin with, by kind of task. Many call sound in an MP4 container a video. */
const fitting = {
  video: ['video/'],
  image: ['image/'],
  audio: ['audio/', 'video/'],
  mesh: ['model/'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** What a task makes. */
export type MediaKind = keyof typeof fitting

/** By so many bytes every format is known. */
const enough = 12
/** How files of these formats begin; the first box of an MP4 begins with its size. */
const beginnings = [
  ...['\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a', '\xff\xd8\xff', 'RIFF', 'RF64', 'glTF', '\x1aE\xdf\xa3', 'OggS', 'ID3'],
  '\0\0\0?ftyp',
]

/** The media type of files that begin so, of which 16 bytes say enough; undefined where the format is not known. */
export function typeOfBeginning(head: Buffer): string | undefined {
  return formatOf(head)?.type
}

function formatOf(head: Buffer) {
  for (const format of formats) {
    const type = format.typeOf(head)
    if (type !== undefined) return { format, type }
  }
  return undefined
}

/** What the bytes of a file prove of it as the result of a task of this kind: a format that is not known is inconclusive. */
export async function judgeFile(source: FileBytes, kind: MediaKind): Promise<Verdict> {
  const file = buffered(source)
  const head = await file.read(0, 16)
  const known = formatOf(head)
  if (known !== undefined) {
    const { format, type } = known
    if (!fitting[kind].some((start) => type.startsWith(start))) return { fault: `expected ${kind}, got ${type}` }
    return format.judge(file)
  }
  return file.size < enough && isBeginning(head) ? { fault: `it ends after ${file.size} bytes` } : 'open'
}

/** Whether a file may have been one of a known format before all but its first bytes were lost. */
function isBeginning(head: Buffer): boolean {
  const text = head.toString('latin1').replace(/^\0{3}[^]/, '\0\0\0?')
  // The first frame of an MP3 begins with eleven bits.
  return (
    /^\xff[\xe2-\xff]$/.test(text) ||
    beginnings.some((beginning) => beginning.startsWith(text) || text.startsWith(beginning))
  )
}

/** The same of a file on disk. */
export async function judgeFileAt(path: string, kind: MediaKind): Promise<Verdict> {
  const handle = await open(path)
  try {
    return await judgeFile(fileBytes(handle, (await handle.stat()).size), kind)
  } finally {
    await handle.close()
  }
}

/** What the first bytes of an open file prove of it as the result of a task whose `object` this is; nothing where that is not known. */
export async function judgeOpenFile(handle: FileHandle, size: number, object: string): Promise<Verdict> {
  return Object.hasOwn(fitting, object) ? judgeFile(fileBytes(handle, size), object as MediaKind) : 'open'
}

function fileBytes(handle: FileHandle, size: number): FileBytes {
  return {
    size,
    async read(at, length) {
      const asked = Math.max(0, Math.min(length, size - at))
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(asked), 0, asked, at)
      return buffer.subarray(0, bytesRead)
    },
  }
}
