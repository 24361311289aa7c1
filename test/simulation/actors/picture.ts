import { crc32 } from './crc32.js'

/** A picture of one point with words in it, so that a file says for which request it was made. */
export function pictureOf(words: string): Buffer {
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk('tEXt', Buffer.from(`Comment\0${words}`, 'latin1')),
    // One grey point: the zlib stream of a filter byte and a value.
    chunk('IDAT', Buffer.from('78da6360000000020001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The words in a picture; undefined when it is none, or not whole. */
export function wordsIn(bytes: Buffer): string | undefined {
  const at = bytes.indexOf('tEXtComment\0')
  if (at === -1 || !bytes.subarray(-8, -4).equals(Buffer.from('IEND'))) return undefined
  const length = bytes.readUInt32BE(at - 4)
  return bytes.subarray(at + 12, at + 4 + length).toString('latin1')
}

function chunk(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type), ...parts])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(body.length - 4, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
