import { readFile } from 'node:fs/promises'
import { generatorFolder } from './place.js'
import { transpile } from './transpile.js'

/** The functions that the emitted validators call, as JavaScript. */
export async function loadChecks(): Promise<string> {
  const source = await readFile(new URL('emit/validators/checks.ts', generatorFolder), 'utf8')
  return transpile(source, { fileName: 'module.ts', output: 'module', target: 'ES2023' })
}
