import { createRequire } from 'node:module'
import type ts from 'typescript'
import type { Model } from '../../catalogue.js'

const require = createRequire(import.meta.url)

/** A model's validator before it is put into a module: constants are numbered from 0 in its code, checks are named. */
export interface CompiledModel {
  model: Model
  /** Literals; `constant0` in the code is the first. */
  constants: string[]
  /** Names of the checks it calls, directly or not. */
  checks: string[]
  /** `function validate(data) {…}`. */
  code: string
}

/** What must not be called in a shipped validator: a strict content security policy forbids the first two, ESM the third. */
const forbiddenCalls = new Set(['eval', 'Function', 'require'])

/** The words without which nothing forbidden can be there; self-containedness forbids the last. */
const suspicious = /\b(?:eval|Function|require|import)\b/

/** One function of `checks.ts`. */
interface Check {
  name: string
  source: string
  /** Names of what it calls, its own among them. */
  calls: ReadonlySet<string>
}

let latest: { text: string; checks: readonly Check[] } | undefined

/** The functions of `checks.ts` in its compiled text. */
function checksIn(text: string): readonly Check[] {
  if (latest?.text !== text) {
    const found = text.matchAll(/^export (function (\w+)[^]*?^\})/gm)
    latest = {
      text,
      checks: [...found].map(([, source = '', name = '']) => ({ name, source, calls: callsIn(source) })),
    }
  }
  return latest.checks
}

/**
 * One module's text from compiled models: constants and checks once, then a function for each, named by `functionName`.
 * `checksText` is the compiled text of `checks.ts`.
 */
export function moduleText(
  compiled: readonly CompiledModel[],
  functionName: (model: Model) => string,
  checksText: string,
): string {
  const constants = [...new Set(compiled.flatMap((each) => each.constants))]
  const position = new Map(constants.map((literal, index) => [literal, index]))
  const used = new Set(compiled.flatMap((each) => each.checks))
  const functions = compiled.map(({ model, code, constants: own }) =>
    code
      .replace(/\bconstant\$(\d+)\$/g, (_, number: string) => `constant${position.get(own[Number(number)] ?? '')}`)
      .replace('function validate(', `function ${functionName(model)}(`),
  )
  const text = [
    ...constants.map((literal, index) => `const constant${index} = ${literal}`),
    ...checksIn(checksText)
      .filter(({ name }) => used.has(name))
      .map(({ source }) => source),
    ...functions,
  ].join('\n')
  const found = forbiddenIn(text)
  if (found !== undefined) throw new Error(`a validator would contain "${found}"`)
  return text
}

/** What the code calls or imports that a validator must not. Names, values and patterns of the catalogue may have the same words. */
function forbiddenIn(text: string): string | undefined {
  if (!suspicious.test(text)) return undefined
  // Only now, because it takes long to load and hardly any model needs it.
  const compiler = require('typescript') as typeof ts
  const file = compiler.createSourceFile('validator.js', text, compiler.ScriptTarget.Latest)
  // A list instead of recursion: a condition over many parameters is as deep as it is long.
  const nodes: ts.Node[] = [file]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const isImport =
      node.kind === compiler.SyntaxKind.ImportKeyword ||
      compiler.isImportDeclaration(node) ||
      (compiler.isMetaProperty(node) && node.keywordToken === compiler.SyntaxKind.ImportKeyword)
    if (isImport) return 'import'
    if (compiler.isCallExpression(node) || compiler.isNewExpression(node)) {
      const { expression: called } = node
      const name = compiler.isPropertyAccessExpression(called) ? called.name : called
      if (compiler.isIdentifier(name) && forbiddenCalls.has(name.text)) return `${name.text}(`
    }
    node.forEachChild((child) => {
      nodes.push(child)
    })
  }
  return undefined
}

/** The names of the functions of `checks.ts`, given as its compiled text, that `code` calls, and of those they call. */
export function usedChecks(code: string, checksText: string): string[] {
  const checks = checksIn(checksText)
  const used = new Set<string>()
  const visit = (called: ReadonlySet<string>): void => {
    for (const { name, calls } of checks) {
      if (used.has(name) || !called.has(name)) continue
      used.add(name)
      visit(calls)
    }
  }
  visit(callsIn(code))
  return [...used]
}

/** The names before an opening bracket: what a text calls or defines. */
function callsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\b(\w+)\(/g)].map(([, name = '']) => name))
}
