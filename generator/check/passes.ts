import type { Pass } from './mistake.js'

/** All checks, in the order a reader would want to know of them. */
export const passes: readonly Pass[] = [
]
