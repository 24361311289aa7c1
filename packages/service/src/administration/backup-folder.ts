import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { syncToDisk } from '../files/disk.js'
import { CommandError } from './command.js'

/**
 * Makes a backup in a folder that does not exist yet. It is there once `write` has filled the folder that it gets, and
 * else not at all. Answers what `write` answers; throws `CommandError` where the folder exists.
 */
export async function makeBackup<T>(target: string, write: (folder: string) => Promise<T>): Promise<T> {
  const to = resolve(target)
  if (existsSync(to)) throw new CommandError(`${to} exists; give a folder that does not`)
  const part = `${to}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    const written = await write(part)
    await syncToDisk(part)
    renameSync(part, to)
    return written
  } catch (error) {
    // Half a backup is of no use, and the disk may be full, on which a service runs.
    rmSync(part, { recursive: true, force: true })
    throw error
  }
}
