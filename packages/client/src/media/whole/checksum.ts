/** The table of a cyclic redundancy check of 32 bits: `step` makes eight bits of an entry. */
function tableOf(step: (value: number) => number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => step(index))
}

const reflected = tableOf((index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
const plain = tableOf((index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})

/** The checksum of PNG, which goes on from `before`; begin with `pngStart`, and compare after `pngEnd`. */
export function pngChecksum(bytes: Uint8Array, before: number): number {
  let value = before
  for (const byte of bytes) value = (value >>> 8) ^ (reflected[(value ^ byte) & 0xff] ?? 0)
  return value >>> 0
}
export const pngStart = 0xffffffff
export const pngEnd = (value: number): number => (value ^ 0xffffffff) >>> 0

/** The checksum of a page of Ogg (RFC 3533), whose own field counts as zeros. */
export function oggChecksum(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = ((value << 8) ^ (plain[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  return value
}
