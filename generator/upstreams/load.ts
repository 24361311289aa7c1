import { readdir, readFile } from 'node:fs/promises'
import ts from 'typescript'
import type { File } from '../file.js'

/**
 * The interpreter as it is published: each source as a module and its declarations. Made from the sources, not from the
 * generator's own build, so that it is the same whatever compiled the generator.
 */
export async function loadInterpreter(): Promise<File[]> {
  const folder = new URL('../../upstreams/interpreter/', import.meta.url)
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
  }
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const files = names.map(async (fileName): Promise<File[]> => {
    const source = await readFile(new URL(fileName, folder), 'utf8')
    const options = { fileName, compilerOptions }
    const path = `upstreams/interpreter/${fileName.replace(/\.ts$/, '')}`
    return [
      { path: `${path}.d.ts`, content: ts.transpileDeclaration(source, options).outputText },
      { path: `${path}.js`, content: ts.transpileModule(source, options).outputText },
    ]
  })
  return (await Promise.all(files)).flat()
}
