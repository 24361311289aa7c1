import { passesEnd, type FileBytes, type Format } from './format.js'

/** MP3: a tag that states its size, and a first frame that may state how many bytes there are. */
export const mp3: Format = {
  typeOf: (head) => (head.toString('latin1', 0, 3) === 'ID3' || isFrame(head) ? 'audio/mpeg' : undefined),
  async cutAt(file) {
    const start = await afterTag(file)
    const cut = passesEnd('the tag ID3', start, file)
    if (cut !== undefined) return cut
    const frame = await file.read(start, 192)
    const at = Math.max(frame.indexOf('Xing', 0, 'latin1'), frame.indexOf('Info', 0, 'latin1'))
    if (!isFrame(frame) || at < 0 || frame.length < at + 16) return undefined
    const flags = frame.readUInt32BE(at + 4)
    if ((flags & 2) === 0) return undefined
    return passesEnd('the sound', start + frame.readUInt32BE(at + 8 + 4 * (flags & 1)), file)
  },
}

/** The sync word of a frame of layer III. */
function isFrame(bytes: Buffer): boolean {
  return bytes.length > 2 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
}

async function afterTag(file: FileBytes): Promise<number> {
  const head = await file.read(0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return 0
  const size = [...head.subarray(6, 10)].reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  return 10 + size
}
