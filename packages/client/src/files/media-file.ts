/** A file named by its path, which is read when the request it stands in is sent. */
export class MediaFile {
  declare readonly path: string
  /** Its media type, where the extension does not say. */
  declare readonly type: string | undefined

  constructor(path: string, type?: string) {
    this.path = path
    this.type = type
  }
}

/**
 * A file on this machine, for a media parameter of a request; it is uploaded or inlined as the parameter accepts. On platforms
 * without paths use a `Blob`. `type` is its media type, such as `image/jpeg`. Default: from the extension.
 */
export function file(path: string, { type }: { type?: string | undefined } = {}): MediaFile {
  return new MediaFile(path, type)
}

/** Whether an item of a request is a file. */
export function isFile(item: unknown): item is Blob | MediaFile {
  return item instanceof Blob || item instanceof MediaFile
}
