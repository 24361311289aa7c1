import { fileURLToPath } from 'node:url'

/** The folder of this matrix, without a slash at its end. */
export const here = fileURLToPath(new URL('.', import.meta.url)).replace(/[/\\]$/, '')
/** The repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '')
/** What the generator wrote. */
export const generated = `${root}/generated`
