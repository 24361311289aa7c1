import { readdir, readFile } from 'node:fs/promises'
import type { File } from '../file.js'
import { generatorFolder } from '../load/place.js'
import { transpile } from '../load/transpile.js'

/** The interpreter as it is published: each source as a module and its declarations. */
export async function loadInterpreter(): Promise<File[]> {
  const folder = new URL('upstreams/interpreter/', generatorFolder)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const files = names.map(async (fileName): Promise<File[]> => {
    const source = await readFile(new URL(fileName, folder), 'utf8')
    const path = `upstreams/interpreter/${fileName.replace(/\.ts$/, '')}`
    return [
      { path: `${path}.d.ts`, content: transpile(source, { fileName, output: 'declarations', target: 'ES2022' }) },
      { path: `${path}.js`, content: transpile(source, { fileName, output: 'module', target: 'ES2022' }) },
    ]
  })
  return (await Promise.all(files)).flat()
}
