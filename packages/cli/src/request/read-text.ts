import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Problem } from '../failure/problem.js'

/** The content of a text file. Throws a Problem where it cannot be read, which `hint` follows, and where it is not UTF-8. */
export async function readTextFile(path: string, hint = ''): Promise<string> {
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new Problem(`cannot read ${path}: ${cause.message}${hint}`, 'usage')
  })
  return decode(bytes, path)
}

/** What a stream contains, as text; `place` names it. Throws a Problem where that is not UTF-8. */
export async function readTextStream(stream: Readable, place: string): Promise<string> {
  return decode(await buffer(stream), place)
}

/** Without a byte order mark. What is not text, such as an image given as a prompt, would be paid for as replacement characters. */
function decode(bytes: Uint8Array, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Problem(`${place} is not UTF-8 text`, 'usage')
  }
}
