import type { Logger } from './logger.js'

/** Warns of the 4th, 8th, 16th … failure in a row of something that goes on. */
export function warnNowAndThen(logger: Logger, count: number, message: () => string): void {
  if (count >= 4 && Number.isInteger(Math.log2(count))) logger.warn?.(message())
}
