import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import type { Extra } from '../file.js'
import { loadInterpreter } from '../upstreams/load.js'

/**
 * Reads what emitters use beside the catalogue, from the generator's own folder and the one above. The checks are
 * compiled here from their source, so that the validators are the same bytes however the generator itself was compiled.
 */
export async function loadExtra(): Promise<Extra> {
  const folder = new URL('../../', import.meta.url)
  const [catalogueDeclarations, checks, changelog, interpreter] = await Promise.all([
    readFile(new URL('catalogue.ts', folder), 'utf8'),
    readFile(new URL('emit/validators/checks.ts', folder), 'utf8'),
    readFile(new URL('../CHANGELOG.md', folder), 'utf8'),
    loadInterpreter(),
  ])
  const { outputText } = ts.transpileModule(checks, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  return { catalogueDeclarations, validatorChecks: outputText, changelog, interpreter, upstreams: [] }
}
