/**
 * The text of an answer. Throws as soon as more than 8 MiB have come, since no answer of this service is near that; `limit`: another
 * number of MiB. `onText` is told what has come so far: all that there is of an answer that breaks off.
 */
export async function readText(response: Response, limit = 8, onText?: (text: string) => void): Promise<string> {
  // That of a polyfill may have no body, or another than a web stream.
  const reader = (response.body as Partial<ReadableStream<Uint8Array>> | null | undefined)?.getReader?.()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let bytes = 0
  for (let text = ''; ;) {
    const { value } = await reader.read()
    if (!value) return text + decoder.decode()
    bytes += value.length
    if (bytes > limit * 2 ** 20) {
      reader.cancel().catch(() => undefined)
      throw new Error(`it was larger than ${limit} MiB`)
    }
    text += decoder.decode(value, { stream: true })
    onText?.(text)
  }
}
