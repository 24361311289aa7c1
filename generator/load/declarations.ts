import { createRequire } from 'node:module'
import type ts from 'typescript'
import { kept } from './kept.js'

const require = createRequire(import.meta.url)

/**
 * Interfaces and type aliases of a source, each with its doc comment, as the source declares them: what is published
 * is what the generator itself is checked against. Throws for a name that the source does not declare.
 */
export function declarationsIn(source: string, names: readonly string[]): string {
  const { version } = require('typescript/package.json') as { version: string }
  return kept(['declarations', version, names, source], () => {
    // Only now, because it takes long to load.
    const compiler = require('typescript') as typeof ts
    const file = compiler.createSourceFile('source.ts', source, compiler.ScriptTarget.Latest)
    const declared = file.statements.filter(
      (statement) => compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement),
    )
    return names
      .map((name) => {
        const declaration = declared.find((each) => each.name.text === name)
        if (declaration === undefined) throw new Error(`nothing declares ${name}`)
        return `${declaration.getFullText(file).trim()}\n`
      })
      .join('\n')
  })
}
