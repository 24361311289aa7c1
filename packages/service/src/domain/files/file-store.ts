import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Keeps files under keys such as `results/task_01.mp4`. */
export interface FileStore {
  /** The folder of this machine that its files are in, where a file can be appended to; undefined: they are elsewhere. */
  readonly folder: string | undefined
  /**
   * Moves a finished file in. Resolves once it is durable; then the file at `path` is gone. One that is there under the key stays as it is,
   * and its size is answered: a process that wakes late replaces nothing that callers are reading.
   */
  putFile(key: string, path: string, contentType: string): Promise<{ bytes: number }>
  /** Writes a stream in the place of what is there. Resolves once it is durable; rejects, leaving nothing, when the stream fails. */
  putStream(key: string, stream: Readable, contentType: string): Promise<{ bytes: number }>
  /** The size of a file, or undefined when there is none. */
  size(key: string): Promise<number | undefined>
  /** The bytes of a file, or of a range of it; undefined when there is none. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removes a file; nothing happens when there is none. */
  remove(key: string): Promise<void>
  /** The keys that begin with a folder's name and `/`, in no order. */
  list(folder: string): AsyncIterable<string>
  /** Removes what was begun by a process that was killed, and not written to since the time given, in milliseconds since the Unix epoch. */
  removeUnfinished(before: number): Promise<void>
  /** Lets go of connections; nothing is asked of it afterwards. */
  close(): void
}
