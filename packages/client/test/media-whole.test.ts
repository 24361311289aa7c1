/** Files that prove that they are whole or cut, and those that only look odd. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WavOutputFormat,
  WebMOutputFormat,
  type OutputFormat,
} from 'mediabunny'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { judgeFile, type MediaKind, type Verdict } from '@model-tasks/client/media'

const judge = (bytes: Buffer, kind: MediaKind): Promise<Verdict> =>
  judgeFile({ size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) }, kind)

const chance = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => ((index + seed) * 7919 + seed * 31) % 251)

/** A film of packets that are never decoded, as a real muxer writes it. */
async function film(format: OutputFormat): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { frameRate: 25 })
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 64, codedHeight: 48 }
  for (let index = 0; index < 100; index += 1)
    await source.add(
      new EncodedPacket(chance(20 + (index % 7), index), index % 25 === 0 ? 'key' : 'delta', index / 25, 1 / 25),
      { decoderConfig },
    )
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

async function sound(
  format: OutputFormat,
  {
    codec,
    packet,
    config = {},
  }: { codec: 'mp3' | 'opus' | 'pcm-s16'; packet: (index: number) => Uint8Array; config?: object },
): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec, numberOfChannels: 2, sampleRate: codec === 'mp3' ? 44_100 : 48_000, ...config }
  const seconds = codec === 'mp3' ? 1152 / 44_100 : 0.02
  for (let index = 0; index < 12; index += 1)
    await source.add(new EncodedPacket(packet(index), 'key', index * seconds, seconds), { decoderConfig })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** A frame of layer III, 128 kbit/s at 44.1 kHz: 417 bytes. */
const mp3Frame = (index: number): Uint8Array => Buffer.concat([Buffer.from('fffb9064', 'hex'), chance(413, index)])
const opus = (index: number): Uint8Array => Buffer.concat([Buffer.from([0xfc]), chance(60, index)])
const opusHead = Buffer.from('OpusHead\x01\x02\x38\x01\x80\xbb\0\0\0\0\0', 'latin1')
const frames = Buffer.concat(Array.from({ length: 12 }, (_, index) => mp3Frame(index)))
const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x32', 'latin1'), Buffer.alloc(50)])

const noise = (): Sharp => {
  const [width, height] = [64, 48]
  return sharp(Buffer.from(chance(width * height * 3, 1)), { raw: { width, height, channels: 3 } })
}

/** A model of one chunk. */
const glb = ((): Buffer => {
  const json = Buffer.from('{"asset":{"version":"2.0"}}     ')
  const head = Buffer.alloc(20)
  head.write('glTF', 0, 'latin1')
  for (const [at, value] of [2, 20 + json.length, json.length, 0x4e4f534a].entries())
    head.writeUInt32LE(value, 4 + 4 * at)
  return Buffer.concat([head, json])
})()

const wav = await sound(new WavOutputFormat(), { codec: 'pcm-s16', packet: (index) => chance(200, index) })

/** Files that say where they end. */
const ending: [name: string, kind: MediaKind, bytes: Buffer][] = [
  ['PNG', 'image', await noise().png().toBuffer()],
  ['JPEG', 'image', await noise().jpeg().toBuffer()],
  ['progressive JPEG', 'image', await noise().jpeg({ progressive: true }).toBuffer()],
  ['WebP', 'image', await noise().webp().toBuffer()],
  ['GIF', 'image', await noise().gif().toBuffer()],
  ['AVIF', 'image', await noise().avif({ effort: 0 }).toBuffer()],
  ['MP4 with its index first', 'video', await film(new Mp4OutputFormat({ fastStart: 'in-memory' }))],
  ['MP4 with its index last', 'video', await film(new Mp4OutputFormat({ fastStart: false }))],
  ['QuickTime', 'video', await film(new MovOutputFormat({ fastStart: 'in-memory' }))],
  ['WebM', 'video', await film(new WebMOutputFormat())],
  ['Matroska', 'video', await film(new MkvOutputFormat())],
  ['MP3 with a header', 'audio', await sound(new Mp3OutputFormat(), { codec: 'mp3', packet: mp3Frame })],
  [
    'Ogg',
    'audio',
    await sound(new OggOutputFormat(), { codec: 'opus', packet: opus, config: { description: opusHead } }),
  ],
  ['WAV', 'audio', wav],
  ['GLB', 'mesh', glb],
]

/** Files that say where their parts end, and at how many bytes they can be cut without a trace: between two parts. */
const open: [name: string, kind: MediaKind, bytes: Buffer, traceless: number][] = [
  // Up to seven bytes of the next part say nothing of it.
  ['fragmented MP4', 'video', await film(new Mp4OutputFormat({ fastStart: 'fragmented' })), 4 * 8],
  ['WebM of a live stream', 'video', await film(new WebMOutputFormat({ appendOnly: true })), 111],
  ['MP3 without a header', 'audio', frames, 11],
  ['MP3 with a tag alone', 'audio', Buffer.concat([id3, frames]), 11],
]

describe.each<[string, MediaKind, Buffer]>([
  ...ending,
  ...open.map(([name, kind, bytes]): [string, MediaKind, Buffer] => [name, kind, bytes]),
])('%s', (_name, kind, bytes) => {
  it('is not a fault when it is whole, or when something follows it', async () => {
    for (const behind of ['', '\0\0\0\0\0', 'trailing words', 'TAG of old times'])
      expect(await judge(Buffer.concat([bytes, Buffer.from(behind)]), kind), behind).not.toHaveProperty('fault')
  })

  it('is a fault as a result of another kind', async () => {
    for (const other of ['video', 'image', 'mesh'] as const)
      if (other !== kind) expect(await judge(bytes, other)).toHaveProperty('fault', expect.stringMatching(/^expected /))
  })

  it('never proves that it is whole once it is cut, at any byte', async () => {
    const wrong: number[] = []
    for (let at = 1; at < bytes.length; at += 1)
      if ((await judge(bytes.subarray(0, at), kind)) === 'whole') wrong.push(at)
    expect(wrong).toEqual([])
  })
})

describe.each(ending)('%s', (_name, kind, bytes) => {
  it('proves that it is whole', async () => {
    expect(await judge(bytes, kind)).toBe('whole')
  })

  it('is a fault where it is cut, at any byte', async () => {
    const missed: number[] = []
    for (let at = 1; at < bytes.length; at += 1)
      if ((await judge(bytes.subarray(0, at), kind)) === 'open') missed.push(at)
    expect(missed).toEqual([])
  })
})

describe.each(open)('%s', (_name, kind, bytes, traceless) => {
  it('is a fault wherever it is cut within a part', async () => {
    const missed: number[] = []
    for (let at = 1; at < bytes.length; at += 1)
      if ((await judge(bytes.subarray(0, at), kind)) === 'open') missed.push(at)
    expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(traceless)
  })
})

const box = (type: string, content: Buffer | number): Buffer => {
  const body = typeof content === 'number' ? Buffer.alloc(content, 7) : content
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isom'))
const fragment = Buffer.concat([box('moof', 20), box('mdat', 60)])
/** An index of two fragments, before them. */
const sidx = ((): Buffer => {
  const body = Buffer.alloc(48)
  body.writeUInt16BE(2, 22)
  for (const entry of [24, 36]) body.writeUInt32BE(fragment.length, entry)
  return box('sidx', body)
})()
const indexed = Buffer.concat([ftyp, box('moov', 40), sidx, fragment, fragment])
const fmt = Buffer.from('52494646 ffffffff 57415645 666d7420 10000000'.replaceAll(' ', ''), 'hex')
const live = Buffer.concat([fmt, Buffer.alloc(16, 1), Buffer.from('data\xff\xff\xff\xff', 'latin1'), Buffer.alloc(40)])
const ebmlHeader = Buffer.from('1a45dfa38442868101', 'hex')
const unknownSizes = Buffer.from('1853806701ffffffffffffff1f43b675ff', 'hex')

it.each<[string, MediaKind, Buffer, Verdict]>([
  ['fragments without an index', 'video', Buffer.concat([ftyp, box('moov', 40), fragment, fragment]), 'open'],
  ['fragments behind their index', 'video', indexed, 'whole'],
  [
    'the first of two fragments that an index announces',
    'video',
    indexed.subarray(0, -fragment.length),
    { fault: `the last fragment ends at byte ${indexed.length}, and the file has ${indexed.length - fragment.length}` },
  ],
  [
    'a fragment without its data',
    'video',
    Buffer.concat([ftyp, box('moov', 40), fragment, box('moof', 20)]),
    { fault: 'it ends before the data of its last fragment' },
  ],
  [
    'a film whose last box has no size',
    'video',
    Buffer.concat([ftyp, box('moov', 40), Buffer.from('\0\0\0\0mdat and more')]),
    'open',
  ],
  ['a film without a brand', 'video', Buffer.concat([box('wide', 0), box('mdat', 20), box('moov', 40)]), 'whole'],
  [
    'a WebM whose clusters have no size',
    'video',
    Buffer.concat([ebmlHeader, unknownSizes, Buffer.from('e78100a3850000000001', 'hex')]),
    'open',
  ],
  ['a WAV of a live stream', 'audio', live, 'open'],
  [
    'a WAV of a live stream without its sound',
    'audio',
    live.subarray(0, 36),
    { fault: 'it ends before its chunk data' },
  ],
  ['sound in an MP4', 'audio', Buffer.concat([ftyp, box('moov', 40), box('mdat', 60)]), 'whole'],
  ['a format that is not known', 'image', Buffer.from('BM and some more'), 'open'],
  ['three bytes of a PNG', 'image', Buffer.from('\x89PN', 'latin1'), { fault: 'it ends after 3 bytes' }],
  ['three bytes of a format that is not known', 'image', Buffer.from('BM!'), 'open'],
])('%s', async (_name, kind, bytes, verdict) => {
  expect(await judge(bytes, kind)).toEqual(verdict)
})

it.each(ending.filter(([name]) => name === 'PNG' || name === 'Ogg'))(
  '%s is a fault where a byte of it has changed',
  async (_name, kind, bytes) => {
    for (let at = 40; at < bytes.length - 12; at += 97) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x10
      expect(await judge(changed, kind), `byte ${at}`).toHaveProperty('fault')
    }
  },
)

it('a film whose index comes first, and whose box of samples states no size, is judged by its last sample', async () => {
  const bytes = Buffer.from(await film(new Mp4OutputFormat({ fastStart: 'in-memory' })))
  bytes.writeUInt32BE(0, bytes.indexOf('mdat', 0, 'latin1') - 4)
  expect(await judge(bytes, 'video')).toBe('whole')
  for (let at = bytes.length - 200; at < bytes.length; at += 1)
    expect(await judge(bytes.subarray(0, at), 'video'), String(at)).toHaveProperty('fault')
})
