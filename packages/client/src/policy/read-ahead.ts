/** A body that is taken chunk by chunk. */
export interface Chunks {
  /** The next chunk; undefined after the last one. */
  next: () => Promise<Uint8Array | undefined>
  /** Ends the transfer. */
  cancel: () => Promise<void>
}

/**
 * Reads a body as it comes, so that its connection never ends while its bytes wait: undici 7, the fetch of Node 22 and 24 and of
 * npm, ends the process then. Up to `limit` bytes (64 MiB) are kept before they are asked for. A body that comes faster waits there
 * only where its connection goes on after it; else it fails there, once what has come was taken.
 */
export function readAhead({ headers, body }: Response, limit = 2 ** 26): Chunks {
  const reader = body?.getReader()
  const connection = headers.get('connection')?.toLowerCase()
  const endsWithBody = connection === 'close' || (!headers.has('content-length') && connection !== 'keep-alive')
  // Only Node shows a connection, and only its fetch cannot hold the end of one.
  const patient = !isNode() || !endsWithBody
  const enough = isNode() && connection !== 'keep-alive' ? limit : 0
  const chunks: Uint8Array[] = []
  let kept = 0
  let taken = (): void => undefined
  let came = (): void => undefined
  const cancel = async (): Promise<void> => reader?.cancel().catch(() => undefined)
  const pump = async (): Promise<void> => {
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
      chunks.push(chunk.value)
      kept += chunk.value.byteLength
      came()
      while (kept > enough) {
        if (!patient) {
          await cancel()
          throw new Error(`its host sends faster than its bytes are taken, and ${limit} bytes wait`)
        }
        await new Promise<void>((resolve) => (taken = resolve))
      }
    }
  }
  let over = false
  const end = pump().finally(() => {
    over = true
    came()
  })
  end.catch(() => undefined)
  const next = async (): Promise<Uint8Array | undefined> => {
    if (chunks.length === 0 && !over) await new Promise<void>((resolve) => (came = resolve))
    const chunk = chunks.shift()
    if (!chunk) return void (await end)
    kept -= chunk.byteLength
    taken()
    return chunk
  }
  return { next, cancel }
}

/** Whether `fetch` is that of Node. By no navigator: Node 20 has none, and jsdom brings another. */
function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return process?.versions?.node !== undefined && !['Deno', 'Bun', 'WebSocketPair'].some((name) => name in globalThis)
}
