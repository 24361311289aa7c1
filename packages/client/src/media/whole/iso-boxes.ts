import type { FileBytes } from './format.js'

/** A box of an MP4 or QuickTime file. */
export interface Box {
  type: string
  /** Where its content begins and where it ends. */
  content: number
  end: number
  /** It states no size, and goes on to the end of the file. */
  open: boolean
}

/** The box at a place of a file; undefined where none can be there. */
export async function boxAt(file: FileBytes, at: number): Promise<Box | undefined> {
  const head = await file.read(at, 16)
  if (head.length < 8) return undefined
  const type = head.toString('latin1', 4, 8)
  const size = head.readUInt32BE(0)
  if (size === 0) return { type, content: at + 8, end: file.size, open: true }
  if (size !== 1) return size < 8 ? undefined : { type, content: at + 8, end: at + size, open: false }
  const end = head.length < 16 ? at + 16 : at + Number(head.readBigUInt64BE(8))
  return { type, content: at + 16, end, open: false }
}

/** The boxes in a part of a file. */
export async function* boxesIn(file: FileBytes, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at < to;) {
    const box = await boxAt(file, at)
    if (box === undefined) return
    yield box
    at = box.end
  }
}

/** The first box on a way through boxes that contain others. */
export async function boxOn(
  file: FileBytes,
  parent: Pick<Box, 'content' | 'end'>,
  ...way: string[]
): Promise<Box | undefined> {
  const [type, ...rest] = way
  for await (const box of boxesIn(file, parent.content, parent.end))
    if (box.type === type) return rest.length === 0 ? box : boxOn(file, box, ...rest)
  return undefined
}
