import { expect, it } from 'vitest'
import { clearCreationTimes } from '../src/media/creation-time.js'

function box(type: string, ...contents: (Uint8Array | number[])[]): Uint8Array {
  const bytes = Buffer.concat(contents.map((content) => Buffer.from(content)))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(bytes.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, bytes])
}

const short = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]
const shortCleared = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9]
const long = [1, 0, 0, 0, ...Array.from({ length: 16 }, () => 7), 9, 9]
const longCleared = [1, 0, 0, 0, ...Array.from({ length: 16 }, () => 0), 9, 9]

it('clears the times of movie, tracks and media, in both widths, and nothing else', () => {
  const file = (header: number[], media: number[]) =>
    Buffer.concat([
      box('ftyp', short),
      box('moov', box('mvhd', header), box('trak', box('tkhd', header), box('mdia', box('mdhd', media)))),
      box('mdat', short),
    ])
  const bytes = file(short, long)
  clearCreationTimes(bytes)
  expect(bytes).toEqual(file(shortCleared, longCleared))
})

it('refuses what is not an MP4', () => {
  expect(() => clearCreationTimes(new Uint8Array([0, 0, 0, 3, 1, 2, 3, 4, 5]))).toThrow('is not an MP4')
})
