/** An answer is larger than what is read of it. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'

  constructor(limit: number) {
    super(`it is larger than ${limit} bytes`)
  }
}

/** The bytes of an answer. Rejects with `TooLargeError` when there are more than `limit`, and where it breaks off. */
export async function readBytes({ body }: Pick<Response, 'body'>, limit: number): Promise<Buffer> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader()
  const chunks: Uint8Array[] = []
  for (let bytes = 0; ;) {
    const value = (await reader?.read())?.value
    if (reader === undefined || value === undefined) return Buffer.concat(chunks)
    bytes += value.length
    if (bytes > limit) {
      reader.cancel().catch(() => undefined)
      throw new TooLargeError(limit)
    }
    chunks.push(value)
  }
}
