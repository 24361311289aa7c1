import { readdir, readFile } from 'node:fs/promises'
import type { File } from '../file.js'
import { generatorFolder } from './place.js'
import { transpile } from './transpile.js'

/** The sources of one folder of the generator as they are published at the same path: each as a module and its declarations. */
export async function loadPublished(path: string): Promise<File[]> {
  const folder = new URL(`${path}/`, generatorFolder)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const files = names.map(async (fileName): Promise<File[]> => {
    const source = await readFile(new URL(fileName, folder), 'utf8')
    const module = `${path}/${fileName.replace(/\.ts$/, '')}`
    return [
      { path: `${module}.d.ts`, content: transpile(source, { fileName, output: 'declarations', target: 'ES2022' }) },
      { path: `${module}.js`, content: transpile(source, { fileName, output: 'module', target: 'ES2022' }) },
    ]
  })
  return (await Promise.all(files)).flat()
}
