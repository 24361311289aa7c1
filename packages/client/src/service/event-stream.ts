import { ProtocolError } from '../errors/protocol-error.js'

/** One block of server-sent events: what stood between two empty lines. */
export interface Block {
  id: string | undefined
  data: string | undefined
  /** Milliseconds before the stream is to be connected again. */
  retry: number | undefined
}

/** The most characters that are kept of one block. */
const maxBlock = 8 * 2 ** 20

/**
 * The blocks of a stream of server-sent events (HTML, 9.2.5). A block that is not whole is never given. Ends with what `read`, which
 * answers the next bytes, throws. Throws ProtocolError for a block of more than 8 Mi characters.
 */
export async function* readBlocks(read: () => Promise<Uint8Array>): AsyncGenerator<Block> {
  const decoder = new TextDecoder()
  for (let text = ''; ;) {
    const parts = (text + decoder.decode(await read(), { stream: true })).replaceAll('\r\n', '\n').split('\n\n')
    text = parts.pop() ?? ''
    if (text.length > maxBlock) throw new ProtocolError('events: an event is larger than 8 MiB', {})
    for (const part of parts) {
      const fields = part.split('\n').map((line) => /^(\w+): ?(.*)$/s.exec(line) ?? [])
      const field = (wanted: string): string | undefined => {
        const values = fields.flatMap(([, name, value]) => (name === wanted && value !== undefined ? [value] : []))
        return values.length > 0 ? values.join('\n') : undefined
      }
      const retry = field('retry')
      yield { id: field('id'), data: field('data'), retry: retry === undefined ? undefined : Number(retry) || 0 }
    }
  }
}
