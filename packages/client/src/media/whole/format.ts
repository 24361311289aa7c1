import type { Verdict } from './verdict.js'

/** A file that is read where it is needed. A read that passes its end gives what is there. */
export interface FileBytes {
  readonly size: number
  read(at: number, length: number): Promise<Buffer>
}

/** A format of files. */
export interface Format {
  /** The media type of a file that begins so; undefined where it is not one of this format. */
  typeOf(head: Buffer): string | undefined
  /** What a file of this format proves. What the format lets follow its end is not a fault. */
  judge(file: FileBytes): Promise<Verdict>
}

/** Says that a part of a file passes its end; undefined where it does not. */
export function passesEnd(part: string, end: number, { size }: FileBytes): { fault: string } | undefined {
  return end > size ? { fault: `${part} ends at byte ${end}, and the file has ${size}` } : undefined
}

const window = 64 * 1024

/** The same file, read in larger pieces: formats ask for a few bytes at a time, mostly one after the other. */
export function buffered(source: FileBytes): FileBytes {
  let [start, held]: [number, Buffer] = [0, Buffer.alloc(0)]
  return {
    size: source.size,
    async read(at, length) {
      if (length > window) return source.read(at, length)
      if (at < start || at + length > start + held.length) [start, held] = [at, await source.read(at, window)]
      return held.subarray(at - start, at - start + length)
    },
  }
}
