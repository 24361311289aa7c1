import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Writes a file that only its owner may read (mode 0600), whole or not at all. */
export function writePrivateFile(path: string, content: string): void {
  const part = `${path}.part`
  const file = openSync(part, 'w', 0o600)
  try {
    fchmodSync(file, 0o600)
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
}
