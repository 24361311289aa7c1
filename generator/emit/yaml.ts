import { createRequire } from 'node:module'
import type { JsonSchema } from '../catalogue.js'

const require = createRequire(import.meta.url)
const { dump } = require('js-yaml') as { dump: (value: unknown, options: object) => string }

/**
 * A document, or a part of one, as YAML. Quotes what parsers of YAML 1.1 read as something else than a string: to them
 * `16:9` is the number 969.
 */
export function yamlText(value: JsonSchema): string {
  return dump(value, { lineWidth: -1, noRefs: true, quotingType: '"' })
}
