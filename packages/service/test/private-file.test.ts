import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writePrivateFile } from '../src/keep/data/private-file.js'

const folder = mkdtempSync(join(tmpdir(), 'model-tasks-private-'))

/** Whether the folder is a disk of 8 KiB now. */
function isSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write('skipped: a private file on a full disk, since this user may not mount one\n')
    return false
  }
}

const small = process.platform === 'linux' && isSmallDisk()

test.skipIf(!small)('a private file is replaced whole or not at all, also where only a part of it has room', () => {
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'credentials.json')
  writePrivateFile(path, 'the first')
  expect(() => writePrivateFile(path, 'x'.repeat(10_000))).toThrow('ENOSPC')
  expect(readFileSync(path, 'utf8')).toBe('the first')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
