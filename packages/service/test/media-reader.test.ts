import { expect, test } from 'vitest'
import { MediaReader } from '../src/admit/media/media-reader.js'

/** A source of these bytes. */
function sourceOf(bytes: Buffer) {
  return {
    size: bytes.length,
    read: async (start: number, end: number) => new Uint8Array(bytes.subarray(start, end)),
    close: async () => undefined,
  }
}

/** A frame of AAC that says how long it is, header included. */
function aacFrame(length: number): Buffer {
  const frame = Buffer.alloc(27, 0xfc)
  frame.set([0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc])
  return frame
}

/** A PNG of these pixels, as far as its facts go. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('facts are those that are told without a thread', async () => {
  const reader = new MediaReader()
  const facts = [png(640, 400), png(7, 9), Buffer.concat(Array.from({ length: 20 }, () => aacFrame(27)))]
  expect(await Promise.all(facts.map((bytes) => reader.facts(sourceOf(bytes))))).toEqual([
    { format: 'png', bytes: 64, width: 640, height: 400 },
    { format: 'png', bytes: 64, width: 7, height: 9 },
    { format: 'aac', codec: 'aac', bytes: 540, sampleRate: 44_100, seconds: expect.closeTo(0.46, 1) as number },
  ])
  await expect(reader.facts(sourceOf(Buffer.from('not media at all')))).rejects.toThrow('its format is not known')
  const broken = { ...sourceOf(png(1, 1)), read: () => Promise.reject(new Error('its host answered 500')) }
  await expect(reader.facts(broken)).rejects.toThrow('its host answered 500')
})

test('a file that keeps its reader busy for ever is given up, and holds up nothing else', async () => {
  const reader = new MediaReader(4)
  // The reader steps from frame to frame by their lengths, until its time is up, or on a fast machine its memory is full.
  const endless = Buffer.concat([27, 27, 27, 0, 27].map(aacFrame))
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 10)
  await expect(reader.facts(sourceOf(endless))).rejects.toThrow(/reading it takes too long|memory limit/)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(20)
  // On a busy machine the next thread may take longer to start than it has here.
  await expect.poll(() => reader.facts(sourceOf(png(3, 4)))).toMatchObject({ width: 3, height: 4 })
})
