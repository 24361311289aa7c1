/**
 * The lines of a text in UTF-8, without their line feeds. Nothing else ends one: from version 24 on, readline of Node also ends
 * lines at U+2028 and U+2029, which JSON has as they are within its strings.
 */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    const end = text.lastIndexOf('\n')
    if (end === -1) rest += text
    else {
      yield* `${rest}${text.slice(0, end)}`.split('\n')
      rest = text.slice(end + 1)
    }
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
