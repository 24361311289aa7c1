import { createRequire } from 'node:module'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import type standalone from 'ajv/dist/standalone/index.js'
import type { JsonSchema } from '../catalogue.js'
import { kept } from './kept.js'

const require = createRequire(import.meta.url)

/** The address of a file of `spec/` among the meta-schemas that refer to each other. */
export const metaBase = 'spec:/'

/** How the meta-schemas are compiled: with all that a message needs. To optimize the code takes a third of the time, and it runs once per file. */
export function metaCompiler(): Ajv2020 {
  // Only now: what is kept needs no compiler.
  const { Ajv2020: Compiler } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 }
  return new Compiler({
    allErrors: true,
    verbose: true,
    strict: false,
    validateSchema: false,
    code: { optimize: false, source: true },
  })
}

/**
 * A module (CommonJS) with a validator for each meta-schema, kept from run to run: to compile them takes longer than to
 * check all models by them. Its exports are `meta0`, `meta1` and so on, in the order of `schemas`. Undefined when they do
 * not compile, which is for the check to say.
 */
export function metaCode(schemas: readonly (readonly [path: string, schema: JsonSchema])[]): string | undefined {
  const { version } = require('ajv/package.json') as { version: string }
  try {
    return kept(['meta-schemas', version, schemas], () => {
      const ajv = metaCompiler()
      for (const [path, schema] of schemas) ajv.addSchema(schema, metaBase + path)
      const names = schemas.map(([path], index) => {
        ajv.getSchema(metaBase + path)
        return [`meta${index}`, metaBase + path]
      })
      const { default: text } = require('ajv/dist/standalone/index.js') as typeof standalone
      return text(ajv, Object.fromEntries(names) as Record<string, string>)
    })
  } catch {
    return undefined
  }
}
