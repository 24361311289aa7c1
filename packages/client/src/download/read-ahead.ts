/** Bytes that are kept of a body before they are asked for. */
const limit = 64 * 2 ** 20

/**
 * Reads a body as it comes, so that its connection never ends while its bytes wait: the fetch of Node 22 and 24 ends the process
 * then. A body that comes faster than it is asked for waits at a limit only where its connection goes on after it; else it fails
 * there, once what has come was taken.
 */
export function readAhead({ headers, body }: Response): () => Promise<Uint8Array | undefined> {
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
  const pump = async (): Promise<void> => {
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
      chunks.push(chunk.value)
      kept += chunk.value.byteLength
      came()
      while (kept > enough) {
        if (!patient) throw new Error(`its host sends faster than its bytes are taken, and ${limit} bytes wait`)
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
  return async () => {
    if (chunks.length === 0 && !over) await new Promise<void>((resolve) => (came = resolve))
    const chunk = chunks.shift()
    if (!chunk) return void (await end)
    kept -= chunk.byteLength
    taken()
    return chunk
  }
}

/** Node 20, whose fetch holds the end of a connection, has no navigator. */
function isNode(): boolean {
  return 'navigator' in globalThis && navigator.userAgent.startsWith('Node.js')
}
