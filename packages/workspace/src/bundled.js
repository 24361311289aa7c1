import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What `bundle.js` leaves in a package's `dist`. */
export const bundledNote = '.bundled'

/**
 * Whether a package's `dist` holds the bundles that are published instead of the compiler's modules. `bundle.js` removes the
 * compiler's note, and a `tsc -b` after it writes a new one beside modules that have overwritten the bundles.
 *
 * @param {string} dist - the folder
 */
export function isBundled(dist) {
  return existsSync(join(dist, bundledNote)) && !existsSync(join(dist, '.tsbuildinfo'))
}
