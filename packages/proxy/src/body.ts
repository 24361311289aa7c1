/** Bytes of the largest request. */
const largest = 1024 * 1024

/** Reads a body of at most so many bytes; undefined for a longer one, of which no more is read. */
export async function readBytes(request: Request, most = largest): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return undefined
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.byteLength
    if (length > most) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
