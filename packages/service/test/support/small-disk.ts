import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few MiB. */
export interface SmallDisk {
  folder: string
  remove(): void
}

/** Makes a disk of so many MiB; undefined where this user may not. The reason is printed. */
export function smallDisk(size = 6): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-disk-'))
  try {
    if (process.platform !== 'linux') throw new Error('only Linux has tmpfs')
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    process.stderr.write('skipped: a disk that is full, since this user may not mount one\n')
    return undefined
  }
  return {
    folder,
    remove() {
      // Lazily: the file stays open in this process until the statements on it are collected.
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
