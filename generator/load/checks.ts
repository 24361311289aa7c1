import { readFile } from 'node:fs/promises'
import ts from 'typescript'

/**
 * The functions that the emitted validators call, as JavaScript. Compiled here from their source, so that the
 * validators are the same bytes however the generator itself was compiled.
 */
export async function loadChecks(): Promise<string> {
  const source = await readFile(new URL('../../emit/validators/checks.ts', import.meta.url), 'utf8')
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  return outputText
}
