/** A media file of which parts can be read. */
export interface ByteSource {
  /** Bytes in all; undefined when that is not told. */
  readonly size: number | undefined
  /** The bytes from `start` up to, not including, `end`; fewer where the file ends. */
  read: (start: number, end: number) => Promise<Uint8Array>
  /** Lets go of the file. */
  close: () => Promise<void>
}

/** The same source, which refuses to hand out more than so many bytes in all. */
export function budgeted(source: ByteSource, maxBytes: number): ByteSource {
  let spent = 0
  return {
    get size() {
      return source.size
    },
    close: source.close,
    read: async (start, end) => {
      spent += end - start
      if (spent > maxBytes) throw beyond(maxBytes)
      return source.read(start, end)
    },
  }
}

/** The error of a file of which more would have to be read than may be. */
export function beyond(maxBytes: number): Error {
  return new Error(`its facts lie beyond the first ${maxBytes} bytes that may be read`)
}

/** A `Blob`. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
    close: () => Promise.resolve(),
  }
}
