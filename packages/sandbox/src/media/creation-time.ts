const CONTAINERS = new Set(['moov', 'trak', 'mdia'])
const HEADERS = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * Sets the creation and modification times in the headers of an MP4 file to zero ("unknown"), in place,
 * so that the same picture gives the same bytes whenever it is written.
 */
export function clearCreationTimes(file: Uint8Array): void {
  visit(new DataView(file.buffer, file.byteOffset, file.byteLength), 0, file.byteLength)
}

function visit(view: DataView, start: number, end: number): void {
  for (let at = start; at + 8 <= end;) {
    const size = boxSize(view, at, end)
    const type = String.fromCharCode(
      view.getUint8(at + 4),
      view.getUint8(at + 5),
      view.getUint8(at + 6),
      view.getUint8(at + 7),
    )
    if (CONTAINERS.has(type)) visit(view, at + 8, at + size)
    if (HEADERS.has(type)) {
      const long = view.getUint8(at + 8) === 1
      for (let byte = 0; byte < (long ? 16 : 8); byte++) view.setUint8(at + 12 + byte, 0)
    }
    at += size
  }
}

/** A size of 1 means that 64 bits follow the type, 0 that the box ends the file. */
function boxSize(view: DataView, at: number, end: number): number {
  const size = view.getUint32(at)
  if (size === 0) return end - at
  const full = size === 1 ? Number(view.getBigUint64(at + 8)) : size
  if (full < 8) throw new Error(`a box of ${full} bytes at ${at} is not an MP4`)
  return full
}
