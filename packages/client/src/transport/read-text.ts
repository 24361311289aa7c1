const maxBytes = 8 * 2 ** 20

/** The text of an answer. Throws as soon as more than 8 MiB have come, since no answer of this service is near that. */
export async function readText(response: Response): Promise<string> {
  if (!response.body) return response.text()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  for (let text = ''; ;) {
    const { value } = await reader.read()
    if (!value) return text + decoder.decode()
    bytes += value.length
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined)
      throw new Error('it was larger than 8 MiB')
    }
    text += decoder.decode(value, { stream: true })
  }
}
