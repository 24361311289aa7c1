import { passesEnd, type FileBytes, type Format } from './format.js'
import type { Verdict } from './verdict.js'

/** Kilobits per second of layer III, by the index in the header: of MPEG 1, and of MPEG 2 and 2.5. */
const rates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
/** Samples per second of MPEG 1. */
const frequencies = [44_100, 48_000, 32_000] as const

/** MP3: a tag that states its size, a first frame that may state how much there is, and frames whose headers say how long they are. */
export const mp3: Format = {
  typeOf: (head) => (head.toString('latin1', 0, 3) === 'ID3' || isFrame(head) ? 'audio/mpeg' : undefined),
  async judge(file) {
    const start = await afterTag(file)
    const cut = passesEnd('the tag ID3', start, file)
    if (cut !== undefined) return cut
    if (start === file.size) return { fault: 'it ends before its sound' }
    const first = await file.read(start, 192)
    if (!isFrame(first)) return first.length < 3 && first[0] === 0xff ? { fault: 'it ends within a frame' } : 'open'
    const { bytes, frames } = statedIn(first)
    return (
      (bytes === undefined ? undefined : passesEnd('the sound', start + bytes, file)) ??
      (await judgeFrames(file, start, { bytes, frames }))
    )
  },
}

interface Stated {
  bytes: number | undefined
  /** Besides the one that says so. */
  frames: number | undefined
}

async function judgeFrames(file: FileBytes, start: number, { bytes, frames }: Stated): Promise<Verdict> {
  let [at, count] = [start, 0]
  for (; at < file.size; count += 1) {
    const head = await file.read(at, 4)
    // A tag may follow the last frame.
    if (head.length < 4 ? head[0] !== 0xff : !isFrame(head)) break
    const length = head.length < 4 ? 4 : lengthOf(head)
    if (length === undefined) break
    const cut = passesEnd('a frame', at + length, file)
    if (cut !== undefined) return cut
    at += length
  }
  if (bytes === undefined && frames !== undefined && at >= file.size && count - 1 < frames)
    return { fault: `it ends after ${Math.max(0, count - 1)} of ${frames} frames` }
  return bytes === undefined && (frames === undefined || count - 1 < frames) ? 'open' : 'whole'
}

/** The sync word of a frame of layer III. */
function isFrame(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
}

/** How long a frame is in all; undefined where its header does not say. */
function lengthOf(head: Buffer): number | undefined {
  const version = ((head[1] ?? 0) >> 3) & 3
  const [third = 0] = head.subarray(2)
  const rate = rates[version === 3 ? 0 : 1][third >> 4]
  const frequency = frequencies[(third >> 2) & 3]
  if (rate === undefined || rate === 0 || frequency === undefined || version === 1) return undefined
  const samples = version === 3 ? 144_000 : 72_000
  const slower = version === 3 ? 1 : version === 2 ? 2 : 4
  return Math.floor((samples * rate) / (frequency / slower)) + ((third >> 1) & 1)
}

/** What the headers Xing, Info and VBRI say. */
function statedIn(frame: Buffer): Stated {
  const vbri = frame.indexOf('VBRI', 0, 'latin1')
  if (vbri >= 0 && frame.length >= vbri + 18)
    return { bytes: frame.readUInt32BE(vbri + 10), frames: frame.readUInt32BE(vbri + 14) }
  const at = Math.max(frame.indexOf('Xing', 0, 'latin1'), frame.indexOf('Info', 0, 'latin1'))
  if (at < 0 || frame.length < at + 16) return { bytes: undefined, frames: undefined }
  const flags = frame.readUInt32BE(at + 4)
  const frames = (flags & 1) === 0 ? undefined : frame.readUInt32BE(at + 8)
  return { bytes: (flags & 2) === 0 ? undefined : frame.readUInt32BE(at + (frames === undefined ? 8 : 12)), frames }
}

async function afterTag(file: FileBytes): Promise<number> {
  const head = await file.read(0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  // A tag that is cut within its header states a size that the file has not.
  if (head.length < 10) return 10
  const size = [...head.subarray(6, 10)].reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  return 10 + size
}
