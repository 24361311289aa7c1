import { fsync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'

// As in the client, whose entry that has it would take 13 ms of each start.
const syncDescriptor = promisify(fsync)

/** Resolves once what was written to a file, or which names a folder has, is on the disk; `datasync` leaves out what only its times need. */
export async function syncFile(file: FileHandle, how: 'sync' | 'datasync' = 'sync'): Promise<void> {
  try {
    await file[how]()
  } catch (error) {
    // What the system says has a code. The file handles of Yarn's Plug'n'Play throw that they have neither method.
    if ('code' in Object(error)) throw error
    await syncDescriptor(file.fd)
  }
}
