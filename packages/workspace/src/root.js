import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a separator at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))
