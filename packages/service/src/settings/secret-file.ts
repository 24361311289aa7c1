import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { reasonOf } from '../base/reason.js'

/** How many bytes a file with a secret has at most: many times the key file of a service account. */
const maxBytes = 65_536

/**
 * The text of a file that holds a secret, without the end of its last line. Throws where it cannot be read or is empty, and for
 * what is not a small regular file: a process that runs reads it again at a reload, and would wait for a pipe without a writer for
 * ever. Who else may read it is not judged: Kubernetes and Docker let every user of a container read its secrets. The message goes
 * on behind the name of the file.
 */
export function readSecretFile(path: string): string {
  const file = opened(path)
  try {
    const state = fstatSync(file)
    if (state.isDirectory()) throw new Error('is a folder; name a file in it')
    if (!state.isFile()) throw new Error('is not a regular file; write the secret to one')
    if (state.size > maxBytes) throw new Error(`has more than ${maxBytes} bytes; a secret has fewer`)
    const text = readFileSync(file, 'utf8').trim()
    if (text === '') throw new Error('is empty; write the secret to it')
    return text
  } finally {
    closeSync(file)
  }
}

function opened(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('does not exist; a relative path begins at the folder of the configuration file', {
        cause: error,
      })
    throw new Error(`cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}
