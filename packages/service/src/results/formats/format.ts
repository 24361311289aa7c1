/** A file that is read where it is needed. A read that passes its end gives what is there. */
export interface FileBytes {
  readonly size: number
  read(at: number, length: number): Promise<Buffer>
}

/** A format of files, as far as its bytes prove that one of them is cut. */
export interface Format {
  /** The media type of a file that begins so; undefined where it is not one of this format. */
  typeOf(head: Buffer): string | undefined
  /** Why the file is not whole; undefined where nothing proves it. What the format lets follow its end is not a fault. */
  cutAt(file: FileBytes): Promise<string | undefined>
}

/** Says that a part of a file passes its end. */
export function passesEnd(part: string, end: number, { size }: FileBytes): string | undefined {
  return end > size ? `${part} ends at byte ${end}, and the file has ${size}` : undefined
}
