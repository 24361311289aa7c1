/** What an encoder made: its packets in order, and how it describes them to a decoder. */
export interface Track<Metadata> {
  packets: { data: Uint8Array; key: boolean }[]
  metadata: Metadata | undefined
}

export function bytesOf(chunk: { byteLength: number; copyTo(target: Uint8Array): void }): Uint8Array {
  const bytes = new Uint8Array(chunk.byteLength)
  chunk.copyTo(bytes)
  return bytes
}

export function loadCodecs() {
  return import('@napi-rs/webcodecs')
}
