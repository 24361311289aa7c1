import type { TaskKind } from '../task/record.js'
/** A file that a fake serves in place of a result: an empty MP4 container, or a PNG of one pixel. */
export function fakeFile(kind: TaskKind): { contentType: string; bytes: Buffer } {
  return kind === 'video'
    ? { contentType: 'video/mp4', bytes: emptyMp4() }
    : { contentType: 'image/png', bytes: onePixel }
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function emptyMp4(): Buffer {
  const brands = Buffer.concat([Buffer.from('isom'), Buffer.from([0, 0, 2, 0]), Buffer.from('isomiso2mp41')])
  return Buffer.concat([box('ftyp', brands), box('mdat', Buffer.alloc(0))])
}

function box(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}
