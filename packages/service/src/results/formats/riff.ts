import { passesEnd, type Format } from './format.js'

const types: Readonly<Record<string, string>> = { WEBP: 'image/webp', WAVE: 'audio/wav' }
/** What a writer states that does not know the length yet. */
const open: ReadonlySet<number> = new Set([0, 0xffffffff])

/** WebP and WAV: one chunk that states the length of the whole. */
export const riff: Format = {
  typeOf: (head) => (head.toString('latin1', 0, 4) === 'RIFF' ? types[head.toString('latin1', 8, 12)] : undefined),
  async cutAt(file) {
    const head = await file.read(0, 8)
    const size = head.readUInt32LE(4)
    return open.has(size) ? undefined : passesEnd('the chunk RIFF', 8 + size, file)
  },
}
