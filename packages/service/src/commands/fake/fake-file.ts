import type { ResultType } from '@model-tasks/documents/upstreams/interpreter'
import type { TaskKind } from '../../domain/task/record.js'

/** A file that a fake serves in place of a result: an empty MP4 container, a PNG of one pixel, a WAV without a sample, or a glTF without a mesh. */
export function fakeFile(kind: TaskKind): { contentType: ResultType; bytes: Buffer } {
  switch (kind) {
    case 'video':
      return { contentType: 'video/mp4', bytes: emptyMp4() }
    case 'image':
      return { contentType: 'image/png', bytes: onePixel }
    case 'audio':
      return { contentType: 'audio/wav', bytes: emptyWav() }
    case 'mesh':
      return { contentType: 'model/gltf-binary', bytes: emptyGlb() }
  }
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function emptyMp4(): Buffer {
  const brands = Buffer.concat([Buffer.from('isom'), Buffer.from([0, 0, 2, 0]), Buffer.from('isomiso2mp41')])
  return Buffer.concat([box('ftyp', brands), box('moov', Buffer.alloc(0)), box('mdat', Buffer.alloc(0))])
}

function box(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** One channel of 8,000 samples of 16 bits a second, and none of them. */
function emptyWav(): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(16_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  return header
}

function emptyGlb(): Buffer {
  const json = Buffer.from('{"asset":{"version":"2.0"}} ')
  const header = Buffer.alloc(20)
  header.write('glTF', 0, 'latin1')
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(20 + json.length, 8)
  header.writeUInt32LE(json.length, 12)
  header.write('JSON', 16, 'latin1')
  return Buffer.concat([header, json])
}
