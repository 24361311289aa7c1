import { boxesIn, boxOn, type Box } from './iso-boxes.js'
import type { FileBytes } from './format.js'

/** More samples in one chunk are not added up. */
const maxSamples = 100_000

/**
 * Where the last sample of a film ends, as its index says; undefined where it says nothing, or where its samples are in
 * other files.
 */
export async function endOfSamples(file: FileBytes, moov: Box): Promise<number | undefined> {
  let furthest: number | undefined
  for await (const track of boxesIn(file, moov.content, moov.end)) {
    if (track.type !== 'trak') continue
    const end = await endOfTrack(file, track)
    if (end !== undefined) furthest = Math.max(furthest ?? 0, end)
  }
  return furthest
}

async function endOfTrack(file: FileBytes, track: Box): Promise<number | undefined> {
  const reference = await boxOn(file, track, 'mdia', 'minf', 'dinf', 'dref')
  // Behind the count comes the first entry, whose last flag says that the samples are in this file.
  if (reference === undefined || ((await number(file, reference.content + 16)) & 1) === 0) return undefined
  const table = await boxOn(file, track, 'mdia', 'minf', 'stbl')
  if (table === undefined) return undefined
  const offset = await lastChunk(file, table)
  return offset === undefined ? undefined : offset + (await sizeOfLastChunk(file, table))
}

async function lastChunk(file: FileBytes, table: Box): Promise<number | undefined> {
  for (const [type, width] of [
    ['stco', 4],
    ['co64', 8],
  ] as const) {
    const box = await boxOn(file, table, type)
    const count = box === undefined ? 0 : await number(file, box.content + 4)
    if (box === undefined || count === 0) continue
    const at = box.content + 8 + width * (count - 1)
    const entry = await file.read(at, width)
    if (entry.length < width) return undefined
    return width === 4 ? entry.readUInt32BE(0) : Number(entry.readBigUInt64BE(0))
  }
  return undefined
}

/** At least so long; samples that all have one size may be packed, so that they say nothing. */
async function sizeOfLastChunk(file: FileBytes, table: Box): Promise<number> {
  const [chunks, sizes] = [await boxOn(file, table, 'stsc'), await boxOn(file, table, 'stsz')]
  if (chunks === undefined || sizes === undefined || (await number(file, sizes.content + 4)) !== 0) return 0
  const runs = await number(file, chunks.content + 4)
  const samples = runs === 0 ? 0 : await number(file, chunks.content + 8 + 12 * (runs - 1) + 4)
  const count = await number(file, sizes.content + 8)
  if (samples > count || samples > maxSamples) return 0
  const entries = await file.read(sizes.content + 12 + 4 * (count - samples), 4 * samples)
  let sum = 0
  for (let at = 0; at + 4 <= entries.length; at += 4) sum += entries.readUInt32BE(at)
  return sum
}

async function number(file: FileBytes, at: number): Promise<number> {
  const bytes = await file.read(at, 4)
  return bytes.length < 4 ? 0 : bytes.readUInt32BE(0)
}
