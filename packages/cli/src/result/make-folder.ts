import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder with those above it; nothing happens when it is there. Throws where it cannot be created.
 * One by one: Node's own recursive way never ends below a folder that exists and accepts no other, such as /proc.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  try {
    await mkdir(path, { mode })
  } catch (error) {
    // Another process may have been faster.
    if (await isFolder(path)) return
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST'
      ? Object.assign(new Error(`ENOTDIR: ${path} is not a folder`), { code: 'ENOTDIR' })
      : error
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
