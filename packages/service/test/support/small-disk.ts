import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Whether this user may mount disks. The reason is printed where not. */
export const mayMount = mounts()

/** Makes a disk of so many MiB, which goes with the test. Returns its folder. */
export function smallDisk(size = 6): string {
  const { folder, remove } = mount(size)
  onTestFinished(remove)
  return folder
}

function mounts(): boolean {
  try {
    if (process.platform !== 'linux') throw new Error('only Linux has tmpfs')
    mount(1).remove()
    return true
  } catch {
    process.stderr.write('skipped: a disk that is full, since this user may not mount one\n')
    return false
  }
}

function mount(size: number): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  return {
    folder,
    remove: () => {
      // Lazily: the file stays open in this process until the statements on it are collected.
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
