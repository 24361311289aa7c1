import { Ajv, Name, type Code } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import type { Model, TextClasses } from '../../catalogue.js'
import * as checks from './checks.js'
import { createKeywords } from './keywords.js'
import { lowerModel } from './lower.js'

/** Compiles models to the source of self-contained validator functions. One compiler serves all models: a fresh ajv for each is six times slower. */
export interface ValidatorCompiler {
  /** The source of `export function validate(data)`, after the constants and the checks it uses. */
  compile(model: Model): string
}

/** Code that must not be in a shipped validator: a strict content security policy forbids the first two, ESM the third, self-containedness the last. */
const forbidden = /\b(?:eval|Function|require)\s*\(|\bimport\b/

export function createValidatorCompiler(text: TextClasses): ValidatorCompiler {
  const constants = new Map<string, Name>()
  const constant = (literal: Code): Name => {
    const known = constants.get(literal.toString())
    if (known !== undefined) return known
    const name = new Name(`constant${constants.size + 1}`)
    constants.set(literal.toString(), name)
    return name
  }
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    allErrors: true,
    messages: false,
    verbose: false,
    unicodeRegExp: false,
    strict: true,
    strictTypes: false,
    validateSchema: false,
    addUsedSchema: false,
    meta: false,
  })
  for (const keyword of createKeywords(constant)) ajv.addKeyword(keyword)
  return {
    compile(model) {
      constants.clear()
      const schema = lowerModel(model, text)
      const validate = plainFunction(standalone.default(ajv, ajv.compile(schema)))
      ajv.removeSchema(schema)
      const declarations = [...constants].map(([literal, name]) => `const ${name} = ${literal}`)
      const code = [...declarations, ...usedChecks(validate), validate].join('\n')
      const found = forbidden.exec(code)
      if (found !== null) throw new Error(`the validator of ${model.id} would contain "${found[0]}"`)
      return code
    },
  }
}

/**
 * ajv's function without what this project has no use for: the data context (paths are reported by our keywords),
 * the error count, and results kept as state of the function. The form of each part is checked, so that another
 * release of ajv cannot slip through.
 */
function plainFunction(source: string): string {
  const name = /export default (\w+);/.exec(source)?.[1] ?? ''
  const once: [RegExp, string][] = [
    [/^"use strict";\nexport const validate = \w+;\nexport default \w+;\n/, ''],
    [new RegExp(`function ${name}\\(data, \\{instancePath="", parentData, parentDataProperty, rootData=data\\}=\\{\\}\\)\\{`), 'export function validate(data) {'],
    [/^const schema\d+ = .*\n/m, ''],
    [/let vErrors = null;\nlet errors = 0;\nvErrors = \[\];\n/, 'const vErrors = [];\n'],
    [new RegExp(`${name}\\.errors = vErrors;\\nreturn errors === 0;`), 'return vErrors;'],
  ]
  const plain = once.reduce((code, [pattern, replacement]) => {
    if (!pattern.test(code)) throw new Error(`ajv's standalone code no longer has the form ${pattern}:\n${code}`)
    return code.replace(pattern, replacement)
  }, source)
  return plain
    .replace(/^(?:const _errs\d+ = errors|var valid\d+ = _errs\d+ === errors);\n/gm, '')
    .replaceAll('vErrors', 'findings')
    .replace(/;+$/gm, '')
    .trim()
}

/** The sources of the checks that `code` calls, and of those they call, in a fixed order. */
function usedChecks(code: string): string[] {
  const sources = Object.entries(checks).map(([name, check]) => ({ name, source: check.toString() }))
  const used = new Set<string>()
  const visit = (text: string): void => {
    for (const { name, source } of sources) {
      if (used.has(name) || !new RegExp(`\\b${name}\\(`).test(text)) continue
      used.add(name)
      visit(source)
    }
  }
  visit(code)
  return sources.filter(({ name }) => used.has(name)).map(({ source }) => source)
}
