import { fileURLToPath } from 'node:url'
import { publishedFolder } from '../../packages/workspace/src/published.js'

/** The folder of this matrix, without a slash at its end. */
export const here = fileURLToPath(new URL('.', import.meta.url)).replace(/[/\\]$/, '')
/** The repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '')
/** What the generator wrote. */
export const generated = `${root}/generated`
/** The service's executable, as it is published: `run.mjs` has it assembled. */
export const serviceProgram = `${publishedFolder('@model-tasks/service')}/bin/model-tasks-service.js`
