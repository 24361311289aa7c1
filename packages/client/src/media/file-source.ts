import { open } from 'node:fs/promises'
import type { ByteSource } from './byte-source.js'

/** A local file. */
export async function fileSource(path: string): Promise<ByteSource> {
  const file = await open(path)
  const { size } = await file.stat()
  return {
    size,
    read: async (start, end) => {
      const wanted = new Uint8Array(Math.max(0, Math.min(end, size) - start))
      const { bytesRead } = await file.read(wanted, 0, wanted.length, start)
      return wanted.subarray(0, bytesRead)
    },
    close: () => file.close(),
  }
}
