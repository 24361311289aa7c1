import { createRequire } from 'node:module'
import type ts from 'typescript'
import { kept } from './kept.js'

const require = createRequire(import.meta.url)

/** How a source is transpiled: plain data, because it is part of what the result is kept by. */
export interface TranspileSettings {
  fileName: string
  output: 'module' | 'declarations'
  target: 'ES2022' | 'ES2023'
}

/**
 * The JavaScript or the declarations of one TypeScript source, by the compiler and not by the generator's own build, so
 * that they are the same bytes regardless of what compiled the generator.
 */
export function transpile(source: string, settings: TranspileSettings): string {
  const { version } = require('typescript/package.json') as { version: string }
  return kept([version, settings, source], () => compile(source, settings))
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
