import { Ajv, Name, type Code } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import type { Model, TextClasses } from '../../catalogue.js'
import { createKeywords } from './keywords.js'

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

/** Makes validators. One compiler serves all models: a fresh ajv for each is six times slower. */
export interface ValidatorCompiler {
  compile: (model: Model) => CompiledModel
  /** One module's text from compiled models: constants and checks once, then a function for each, named by `functionName`. */
  moduleText: (compiled: readonly CompiledModel[], functionName: (model: Model) => string) => string
}

/** Code that must not be in a shipped validator: a strict content security policy forbids the first two, ESM the third, self-containedness the last. */
const forbidden = /\b(?:eval|Function|require)\s*\(|\bimport\b/

/** A compiler of validators that counts by `text` and calls the functions of `checksText`, the compiled text of `checks.ts`. */
export function createValidatorCompiler(text: TextClasses, checksText: string): ValidatorCompiler {
  const checks = [...checksText.matchAll(/^export (function (\w+)[^]*?^\})/gm)].map(([, source = '', name = '']) => ({
    name,
    source,
  }))
  const constants = new Map<string, Name>()
  const constant = (literal: Code): Name => {
    const name = constants.get(literal.toString()) ?? new Name(`constant${constants.size}`)
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
  for (const keyword of createKeywords(constant, text)) ajv.addKeyword(keyword)
  return {
    compile: (model) => {
      constants.clear()
      const { parameters, deprecated, rules } = model
      const schema = { parameters, ...(deprecated === undefined ? {} : { deprecatedModel: deprecated }), rules }
      const code = plainFunction(standalone.default(ajv, ajv.compile(schema)))
      ajv.removeSchema(schema)
      return { model, constants: [...constants.keys()], checks: usedChecks(code, checks), code }
    },
    moduleText: (compiled, functionName) => moduleText(compiled, functionName, checks),
  }
}

function moduleText(
  compiled: readonly CompiledModel[],
  functionName: (model: Model) => string,
  checks: readonly Check[],
): string {
  const constants = [...new Set(compiled.flatMap((each) => each.constants))]
  const position = new Map(constants.map((literal, index) => [literal, index]))
  const used = new Set(compiled.flatMap((each) => each.checks))
  const functions = compiled.map(({ model, code, constants: own }) =>
    code
      .replace(/\bconstant(\d+)\b/g, (_, number: string) => `constant${position.get(own[Number(number)] ?? '')}`)
      .replace('function validate(', `function ${functionName(model)}(`),
  )
  const text = [
    ...constants.map((literal, index) => `const constant${index} = ${literal}`),
    ...checks.filter(({ name }) => used.has(name)).map(({ source }) => source),
    ...functions,
  ].join('\n')
  const found = forbidden.exec(text)
  if (found !== null) throw new Error(`a validator would contain "${found[0]}"`)
  return text
}

/**
 * ajv's function without what this project has no use for: the data context (paths are reported by our keywords),
 * the error count, and results kept as state of the function. The form of each part is checked, so that another
 * release of ajv cannot slip through.
 */
function plainFunction(source: string): string {
  const name = /export default (\w+);/.exec(source)?.[1] ?? ''
  const once: [RegExp, string][] = [
    // The module has its own exports, under names of its own, and an ES module is strict anyway.
    [/^"use strict";\nexport const validate = \w+;\nexport default \w+;\n/, ''],
    // Validators are called with a body and nothing else: the context of a schema inside another is never given.
    [
      new RegExp(
        `function ${name}\\(data, \\{instancePath="", parentData, parentDataProperty, rootData=data\\}=\\{\\}\\)\\{`,
      ),
      'function validate(data) {',
    ],
    // The schema itself, which ajv keeps for `verbose`: several times the size of the code.
    [/^const schema\d+ = .*\n/m, ''],
    // Our keywords push findings; ajv's count of errors is read by nobody.
    [/let vErrors = null;\nlet errors = 0;\nvErrors = \[\];\n/, 'const vErrors = [];\n'],
    // Findings are returned. Kept as a member of the function, those of one call would be overwritten by the next.
    [new RegExp(`${name}\\.errors = vErrors;\\nreturn errors === 0;`), 'return vErrors;'],
  ]
  const plain = once.reduce((code, [pattern, replacement]) => {
    if (!pattern.test(code)) throw new Error(`ajv's standalone code no longer has the form ${pattern}:\n${code}`)
    return code.replace(pattern, replacement)
  }, source)
  return (
    plain
      // Counts of errors around each keyword, by which ajv stops early; all findings are wanted.
      .replace(/^(?:const _errs\d+ = errors|var valid\d+ = _errs\d+ === errors);\n/gm, '')
      .replaceAll('vErrors', 'findings')
      .replace(/;+$/gm, '')
      .trim()
  )
}

/** One function of `checks.ts`. */
interface Check {
  name: string
  source: string
}

/** The names of the checks that `code` calls, and of those they call. */
function usedChecks(code: string, checks: readonly Check[]): string[] {
  const used = new Set<string>()
  const visit = (text: string): void => {
    for (const { name, source } of checks) {
      if (used.has(name) || !new RegExp(`\\b${name}\\(`).test(text)) continue
      used.add(name)
      visit(source)
    }
  }
  visit(code)
  return [...used]
}
