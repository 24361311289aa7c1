import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A path that cannot be read as what it was given for. The message is for the person who gave it. */
export class UnreadablePathError extends Error {
  override readonly name = 'UnreadablePathError'
}

/** The paths of all files below a folder, or that of a file. Throws UnreadablePathError. */
export async function filesIn(path: string): Promise<string[]> {
  try {
    if ((await stat(path)).isFile()) return [path]
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** What a JSON file holds. Throws UnreadablePathError. */
export async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, error: unknown): UnreadablePathError {
  return new UnreadablePathError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
}
