import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type ts from 'typescript'

const folder = new URL('../transpiled/', import.meta.url)
const require = createRequire(import.meta.url)

/** How a source is transpiled. Part of the key of what is kept, so options are plain data. */
export interface TranspileSettings {
  fileName: string
  output: 'module' | 'declarations'
  target: 'ES2022' | 'ES2023'
}

/**
 * The JavaScript or the declarations of one TypeScript source, by the compiler and not by the generator's own build, so
 * that they are the same bytes whatever compiled the generator. What came of a source is kept beside the build: the
 * compiler takes longer to load than all emitters to run.
 */
export async function transpile(source: string, settings: TranspileSettings): Promise<string> {
  const { version } = require('typescript/package.json') as { version: string }
  const key = createHash('sha256')
    .update(JSON.stringify([version, settings, source]))
    .digest('hex')
  const file = new URL(`${key}.txt`, folder)
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  const text = compile(source, settings)
  // Another run may write the same bytes; a folder that cannot be written costs time and nothing else.
  await mkdir(folder, { recursive: true })
    .then(() => writeFile(file, text))
    .catch(() => undefined)
  return text
}

function compile(source: string, { fileName, output, target }: TranspileSettings): string {
  // `require`, because `import` reads all of the compiler twice to find its exports.
  const compiler = require('typescript') as typeof ts
  const options = {
    fileName,
    compilerOptions: {
      target: compiler.ScriptTarget[target],
      module: compiler.ModuleKind.ESNext,
      ...(target === 'ES2022' ? { verbatimModuleSyntax: true, isolatedDeclarations: true } : {}),
    },
  }
  return output === 'module'
    ? compiler.transpileModule(source, options).outputText
    : compiler.transpileDeclaration(source, options).outputText
}
