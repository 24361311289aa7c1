import { MissingLibrary } from '../media/library.js'
import { probeBlob } from '../media/probe.js'
import type { Probe } from './probe.js'

/** Without the optional libraries, what the file says of itself. */
export const probe: Probe = (file, type) =>
  probeBlob(file).catch((error: unknown) => {
    if (!(error instanceof MissingLibrary)) throw error
    return {
      format: type,
      bytes: file.size,
      warning: `the files of the request are checked by type and size only: ${error.message}`,
    }
  })
