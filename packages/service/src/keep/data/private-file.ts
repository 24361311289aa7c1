import { chmodSync, closeSync, fchmodSync, fsyncSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner may read (mode 0600), whole or not at all. */
export function writePrivateFile(path: string, content: string): void {
  const part = `${path}.part`
  const file = openSync(part, 'w', 0o600)
  try {
    fchmodSync(file, 0o600)
    // Unlike `writeSync`, which stops in the middle of the content where the disk is full, and says so only in what it returns.
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
}

/**
 * Makes an empty file for its owner only when there is none, or takes the one that is there from everyone else (mode 0600).
 * One that is there is not opened: closing it again would drop the locks that this process holds on it.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or the next open says why it cannot be made.
  }
  keepPrivate(path)
}

/** Takes the file, where there is one, from everyone but its owner. On a medium that can only be read it stays as it is. */
export function keepPrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) === 0) return
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EROFS')) throw error
  }
}
