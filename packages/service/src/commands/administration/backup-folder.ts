import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { syncToDisk } from '../../keep/files/disk.js'
import { InputError } from '../../base/input-error.js'

/**
 * Makes a backup in a folder that does not exist yet. It is there once `write` has filled the folder that it gets, which
 * no other backup has, and else not at all. Answers what `write` answers; throws `InputError` where the folder exists.
 */
export async function makeBackup<T>(target: string, write: (folder: string) => Promise<T>): Promise<T> {
  const to = resolve(target)
  const exists = (): InputError => new InputError(`${to} exists; give a folder that does not`)
  if (existsSync(to)) throw exists()
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const part = mkdtempSync(`${to}.part-`)
  try {
    const written = await write(part)
    await syncToDisk(part)
    // Another backup may have been quicker.
    if (existsSync(to)) throw exists()
    renameSync(part, to)
    await syncToDisk(dirname(to))
    return written
  } catch (error) {
    // Half a backup is of no use, and the disk may be full, on which a service runs.
    rmSync(part, { recursive: true, force: true })
    throw error
  }
}
