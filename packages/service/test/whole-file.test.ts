/** Files that prove that they are cut, and those that only look odd. */
import { describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { fakeFile } from '../src/fake/fake-file.js'
import type { TaskKind } from '../src/task/record.js'
import { faultOfFile } from '../src/results/whole-file.js'

const faultOf = (bytes: Buffer, kind: TaskKind): Promise<string | undefined> =>
  faultOfFile({ size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) }, kind)

const noise = await (async () => {
  const [width, height] = [64, 48]
  const raw = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * 7919) % 251))
  return () => sharp(raw, { raw: { width, height, channels: 3 } })
})()

const box = (type: string, content: Buffer | number): Buffer => {
  const body = typeof content === 'number' ? Buffer.alloc(content, 7) : content
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isom'))
const large = (() => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write('mdat', 4, 'latin1')
  head.writeBigUInt64BE(116n, 8)
  return Buffer.concat([head, Buffer.alloc(100, 7)])
})()
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const ebmlHeader = bytesOf('1a45dfa3 84 42868101')
const cluster = Buffer.concat([bytesOf('1f43b675 4064'), Buffer.alloc(100, 1)])
const page = (segments: number): Buffer =>
  Buffer.concat([
    Buffer.from('OggS'),
    Buffer.alloc(22),
    Buffer.from([segments]),
    Buffer.alloc(segments, 200),
    Buffer.alloc(200 * segments, 3),
  ])
const frame = (text: string, bytes: number): Buffer => {
  const head = Buffer.alloc(200)
  head.set([0xff, 0xfb, 0x90, 0x64])
  head.write(text, 36, 'latin1')
  head.writeUInt32BE(3, 40)
  head.writeUInt32BE(10, 44)
  head.writeUInt32BE(bytes, 48)
  return Buffer.concat([head, Buffer.alloc(bytes - 200, 9)])
}
const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x32', 'latin1'), Buffer.alloc(50)])

const whole: [name: string, kind: TaskKind, bytes: Buffer][] = [
  ['PNG', 'image', await noise().png().toBuffer()],
  ['JPEG', 'image', await noise().jpeg().toBuffer()],
  ['progressive JPEG', 'image', await noise().jpeg({ progressive: true }).toBuffer()],
  ['WebP', 'image', await noise().webp().toBuffer()],
  ['GIF', 'image', await noise().gif().toBuffer()],
  ['MP4 with its index first', 'video', Buffer.concat([ftyp, box('moov', 60), box('mdat', 100)])],
  ['MP4 with its index last', 'video', Buffer.concat([ftyp, box('free', 8), large, box('moov', 60)])],
  ['WebM', 'video', Buffer.concat([ebmlHeader, bytesOf('18538067 406a'), cluster])],
  [
    'WebM whose segment has no size',
    'video',
    Buffer.concat([ebmlHeader, bytesOf('18538067 01ffffffffffffff'), cluster]),
  ],
  ['Ogg', 'audio', Buffer.concat([page(1), page(3)])],
  ['MP3', 'audio', Buffer.concat([id3, frame('Info', 400)])],
  ['WAV', 'audio', fakeFile('audio').bytes],
  ['GLB', 'mesh', fakeFile('mesh').bytes],
]

describe.each(whole)('%s', (_name, kind, bytes) => {
  test('is not a fault when it is whole, or when something follows it', async () => {
    expect(await faultOf(bytes, kind)).toBeUndefined()
    expect(await faultOf(Buffer.concat([bytes, Buffer.alloc(5)]), kind)).toBeUndefined()
    expect(await faultOf(Buffer.concat([bytes, Buffer.from('trailing words')]), kind)).toBeUndefined()
  })

  test('is a fault when it is cut', async () => {
    const missed: number[] = []
    for (let at = 60; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / 97)))
      if ((await faultOf(bytes.subarray(0, at), kind)) === undefined) missed.push(at)
    // Between two pages, and between the tag of an MP3 and its sound, nothing is missing that a format states.
    expect(missed.length).toBeLessThanOrEqual(_name === 'Ogg' ? 1 : _name === 'MP3' ? 50 : 0)
  })

  test('is a fault as a result of another kind', async () => {
    for (const other of ['video', 'image', 'mesh'] as const)
      if (other !== kind) expect(await faultOf(bytes, other)).toMatch(/^expected /)
  })
})

test.each<[string, TaskKind, Buffer]>([
  [
    'a fragmented MP4',
    'video',
    Buffer.concat([ftyp, box('moov', 40), box('moof', 20), box('mdat', 60), box('moof', 20), box('mdat', 9)]),
  ],
  [
    'a film whose last box has no size',
    'video',
    Buffer.concat([ftyp, box('moov', 40), bytesOf('00000000 6d646174'), Buffer.alloc(9)]),
  ],
  ['a film of QuickTime without a brand', 'video', Buffer.concat([box('wide', 0), box('mdat', 20), box('moov', 40)])],
  [
    'a WebM whose clusters have no size',
    'video',
    Buffer.concat([ebmlHeader, bytesOf('18538067 01ffffffffffffff 1f43b675 ff'), Buffer.alloc(30, 1)]),
  ],
  [
    'a WAV that was streamed',
    'audio',
    Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1'), Buffer.alloc(40)]),
  ],
  ['an MP3 without a tag', 'audio', Buffer.concat([bytesOf('fffb9064'), Buffer.alloc(300, 9)])],
  ['sound in an MP4', 'audio', Buffer.concat([ftyp, box('moov', 40), box('mdat', 60)])],
  ['a format that is not known', 'image', Buffer.from('BM and some more')],
])('%s is not a fault', async (_name, kind, bytes) => {
  expect(await faultOf(bytes, kind)).toBeUndefined()
})
