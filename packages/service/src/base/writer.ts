import type { Writable } from 'node:stream'

/**
 * Writes to an output that may be gone: a closed pipe, a log file on a full disk. What cannot be written is dropped, for
 * the service matters more than its log. `failed` hears of it.
 */
export function writerTo(output: Writable, failed: (error: unknown) => void = () => undefined): (text: string) => void {
  output.on('error', failed)
  return (text) => {
    try {
      output.write(text)
    } catch (error) {
      // A file is written at once, so that a full disk throws here.
      failed(error)
    }
  }
}
