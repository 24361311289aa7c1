/** ajv's standalone code as it comes, all errors, from the published draft-07 schema. */
import { readFileSync } from 'node:fs'
import { Ajv } from '../../../../node_modules/ajv/dist/ajv.js'
import standalone from '../../../../node_modules/ajv/dist/standalone/index.js'

export const name = 'ajv standalone as it comes'
const schemas = new URL('../../../../generated/json-schema/draft-07/', import.meta.url)

export function moduleText(model) {
  const ajv = new Ajv({ code: { source: true, esm: true }, allErrors: true, strictTypes: false })
  const code = standalone.default(
    ajv,
    ajv.compile(JSON.parse(readFileSync(new URL(`${model.id}.schema.json`, schemas), 'utf8'))),
  )
  // ESM or not, ajv calls require() for its helpers.
  const modules = [...new Set([...code.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1]))]
  const imports = modules
    .map((path, index) => `import helper${index} from '../../../../../node_modules/${path}.js'\n`)
    .join('')
  const body = modules.reduce((text, path, index) => text.replaceAll(`require("${path}")`, `helper${index}`), code)
  return `${imports}${body.replace(/export const validate = (\w+);export default \w+;/, 'const check = $1;')}
export const validate = (body) => check(body) ? [] : [...check.errors]\n`
}
