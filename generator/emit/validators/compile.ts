import { Ajv, Name, type Code } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import type { Model, TextClasses } from '../../catalogue.js'
import { createKeywords } from './keywords.js'
import { usedChecks, type CompiledModel } from './module-text.js'

/** Makes validators. One compiler serves all models. */
export interface ValidatorCompiler {
  compile: (model: Model) => CompiledModel
}

/** ajv keeps what it has compiled, also after `removeSchema`; a fresh one for each model is six times slower. */
const modelsPerAjv = 64

/** A compiler of validators that counts by `text` and calls the functions of `checksText`, the compiled text of `checks.ts`. */
export function createValidatorCompiler(text: TextClasses, checksText: string): ValidatorCompiler {
  const constants = new Map<string, Name>()
  const constant = (literal: Code): Name => {
    // Numbered by the module in the end: with dollar signs, no name or value of the catalogue is taken for one.
    const name = constants.get(literal.toString()) ?? new Name(`constant$${constants.size}$`)
    constants.set(literal.toString(), name)
    return name
  }
  const create = (): Ajv => {
    const ajv = new Ajv({
      // Only the text of the code is wanted: the function that ajv makes of it too stays an empty one.
      code: { source: true, esm: true, lines: true, process: () => 'return () => true' },
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
    return ajv
  }
  let ajv = create()
  let count = 0
  return {
    compile: (model) => {
      constants.clear()
      if (++count % modelsPerAjv === 0) ajv = create()
      const { parameters, deprecated, rules } = model
      const schema = { parameters, ...(deprecated === undefined ? {} : { deprecatedModel: deprecated }), rules }
      const code = plainFunction(standalone.default(ajv, ajv.compile(schema)))
      ajv.removeSchema(schema)
      return { model, constants: [...constants.keys()], checks: usedChecks(code, checksText), code }
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
    // Our keywords push findings; ajv's count of errors is never read.
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
