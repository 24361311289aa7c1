/** A file that is being received: `<path>.part`, which becomes `<path>` when it is whole. */
export interface Part {
  /** Bytes that are there already. */
  readonly bytes: number
  /** The validator (ETag or Last-Modified) those bytes came with. */
  readonly tag: string | undefined
  write(chunk: Uint8Array): Promise<void>
  /** Empties the part for a file with another validator. */
  restart(tag: string | undefined): Promise<void>
  /** Makes it durable and gives it its name. */
  finish(): Promise<void>
  /** Removes it. */
  discard(): Promise<void>
  /** Keeps it for a later attempt; an empty one is removed. */
  close(): Promise<void>
}

/** Takes up the part of this task where there is one, or starts a new one. Makes missing folders. */
export type OpenPart = (path: string, taskId: string) => Promise<Part>

/** The path of the file to write: for a folder, one in it under this name. */
export type FilePath = (path: string, name: string) => Promise<string>
