import { createRequire } from 'node:module'
import type { Project } from 'ts-morph'
import { kept } from './kept.js'

const require = createRequire(import.meta.url)

/**
 * Interfaces and type aliases of a source, each with its doc comment, as the source declares them: what is published
 * is what the generator itself is checked against. Throws for a name that the source does not declare.
 */
export function declarationsIn(source: string, names: readonly string[]): string {
  const { version } = require('ts-morph/package.json') as { version: string }
  return kept([version, names, source], () => {
    // Only now, because it loads a compiler of its own.
    const { Project: Loaded } = require('ts-morph') as { Project: typeof Project }
    const file = new Loaded({ useInMemoryFileSystem: true }).createSourceFile('source.ts', source)
    return names
      .map((name) => `${(file.getInterface(name) ?? file.getTypeAliasOrThrow(name)).getText(true)}\n`)
      .join('\n')
  })
}
