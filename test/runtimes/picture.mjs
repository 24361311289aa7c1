/** A black PNG, made where there is neither a canvas nor a library: one bit per pixel, not compressed. At most 700 by 700 pixels. */
export function picture(width, height) {
  const rows = new Uint8Array((1 + Math.ceil(width / 8)) * height)
  const length = [rows.length & 255, rows.length >> 8]
  const stored = [0x78, 1, 1, ...length, ...length.map((byte) => byte ^ 255), ...rows, ...bytesOf(adler32(rows))]
  const header = [...bytesOf(width), ...bytesOf(height), 1, 0, 0, 0, 0]
  const chunks = [chunk('IHDR', header), chunk('IDAT', stored), chunk('IEND', [])]
  return new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...chunks.flat()])], { type: 'image/png' })
}

function chunk(name, content) {
  const named = [...name].map((letter) => letter.charCodeAt(0)).concat(content)
  return [...bytesOf(content.length), ...named, ...bytesOf(crc32(named))]
}

function bytesOf(number) {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255)
}

function crc32(bytes) {
  let rest = -1
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  }
  return ~rest
}

function adler32(bytes) {
  let [one, two] = [1, 0]
  for (const byte of bytes) {
    one = (one + byte) % 65521
    two = (two + one) % 65521
  }
  return two * 65536 + one
}
