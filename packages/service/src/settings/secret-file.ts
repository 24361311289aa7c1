import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** How many bytes a file with a secret has at most: many times the key file of a service account. */
const maxBytes = 65_536

/**
 * The text of a file that holds a secret. Throws where it cannot be read, and for what is not a small regular file: a process
 * that runs reads it again at a reload, and would wait for a pipe without a writer for ever.
 */
export function readSecretFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const state = fstatSync(file)
    if (!state.isFile()) throw new Error('it is not a regular file')
    if (state.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes; a key has fewer`)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
