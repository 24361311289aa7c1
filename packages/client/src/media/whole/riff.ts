import { passesEnd, type FileBytes, type Format } from './format.js'
import type { Verdict } from './verdict.js'

const types: Readonly<Record<string, string>> = { WEBP: 'image/webp', WAVE: 'audio/wav' }
/** What a writer states that does not know the length yet: nothing, or about as much as there is room for. */
const isOpen = (size: number): boolean => size === 0 || size >= 0x7fff0000

/** WebP and WAV: one chunk that states the length of the whole, and chunks in it that state theirs. */
export const riff: Format = {
  typeOf: (head) =>
    /^(RIFF|RF64)$/.test(head.toString('latin1', 0, 4)) ? types[head.toString('latin1', 8, 12)] : undefined,
  async judge(file) {
    const head = await file.read(0, 12)
    const size = head.readUInt32LE(4)
    if (isOpen(size)) return head.toString('latin1', 8, 12) === 'WAVE' ? judgeChunks(file, file.size) : 'open'
    const cut = passesEnd('the chunk RIFF', 8 + size, file)
    return cut ?? judgeChunks(file, 8 + size)
  },
}

async function judgeChunks(file: FileBytes, end: number): Promise<Verdict> {
  /** The length of the sound in a file that is longer than 4 GiB. */
  let long: number | undefined
  let hasSound = false
  for (let at = 12; at + 8 <= end;) {
    const head = await file.read(at, 24)
    const type = head.toString('latin1', 0, 4)
    if (type === 'ds64' && head.length === 24) long = Number(head.readBigUInt64LE(16))
    const stated = head.readUInt32LE(4)
    const size = type === 'data' && isOpen(stated) ? long : stated
    if (size === undefined) return 'open'
    const cut = passesEnd(`the chunk ${type}`, at + 8 + size, file)
    if (cut !== undefined) return cut
    hasSound ||= type === 'data'
    at += 8 + size + (size % 2)
  }
  return end === file.size && !hasSound && (await file.read(8, 4)).toString('latin1') === 'WAVE'
    ? { fault: 'it ends before its chunk data' }
    : 'whole'
}
