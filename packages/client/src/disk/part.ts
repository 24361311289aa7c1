import type { Verdict } from '../media/whole/verdict.js'

/** The algorithms of digests that are checked. */
export type DigestAlgorithm = 'md5' | 'sha-256' | 'sha-512'

/** Base64 by algorithm. */
export type Digests = Readonly<Partial<Record<DigestAlgorithm, string>>>

/** Which version of a file the bytes of a part belong to, as its host described it. */
export interface Version {
  /** The strong ETag; without one the part cannot be continued. */
  readonly validator?: string | undefined
  /** The length of the whole file, where it is known. */
  readonly total?: number | undefined
  /** The digests of the whole file. */
  readonly digests: Digests
  readonly contentType?: string | undefined
}

/** A file that is being received, apart from its destination until it is whole. Belongs to one transfer of one process. */
export interface Part {
  /** Bytes that are there. */
  readonly bytes: number
  readonly version: Version
  /** Where the bytes are. */
  readonly file: string
  write(chunk: Uint8Array): Promise<void>
  /** Empties the part, for the bytes of this version. */
  restart(version: Version): Promise<void>
  /** The digest of all bytes that are there, in base64. */
  digest(algorithm: DigestAlgorithm): Promise<string>
  /** What the format of the bytes that are there proves of them as the result of a task with this `object`. */
  judge(object: string): Promise<Verdict>
  /**
   * Makes it durable, and gives it its name once `announce` has resolved. Throws what that throws, and an error with the code
   * `destinationChanged` when another file has appeared there meanwhile; the part can then be released.
   */
  finish(announce: () => Promise<void>): Promise<void>
  /** Removes it. */
  discard(): Promise<void>
  /** Keeps it for a later attempt, also of another process; an empty one is removed. Returns where it is kept. */
  release(): Promise<string | undefined>
}

/**
 * Takes over what an earlier attempt at this task kept for this path, or starts anew. Creates missing folders. `finish`
 * replaces what is at the path only with `overwrite`.
 */
export type OpenPart = (path: string, taskId: string, overwrite: boolean) => Promise<Part>

/** The absolute path of the file to write: for a folder, one in it under this name. */
export type FilePath = (path: string, name: string) => Promise<string>

/** Whether there is anything at a path. */
export type Exists = (path: string) => Promise<boolean>

/**
 * Whether the file at a path has this length and SHA-256 digest (base64). If so, what an earlier transfer of this task to this path
 * has left beside it is removed.
 */
export type HasArrived = (path: string, taskId: string, bytes: number, digest: string) => Promise<boolean>

/** A file as a `Blob` that is read when it is needed, and fails when the file has changed since. Throws where there is no file to read. */
export type OpenFile = (path: string, type: string) => Promise<Blob>

/** A digest of bytes as they come. */
export interface Hasher {
  update(chunk: Uint8Array): void
  /** Of all bytes so far, in base64. */
  digest(): string
}

/** Undefined where the platform cannot hash bytes as they come. */
export type CreateHasher = (algorithm: DigestAlgorithm) => Hasher | undefined

/** What `finish` throws in place of replacing a file that it did not find when it started. */
export const destinationChanged = 'EDESTINATIONCHANGED'
