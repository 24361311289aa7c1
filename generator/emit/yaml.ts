import { dump } from 'js-yaml'
import type { JsonSchema } from '../catalogue.js'

/**
 * A document, or a part of one, as YAML. Quotes what parsers of YAML 1.1 read as something else than a string: to them
 * `16:9` is the number 969.
 */
export function yamlText(value: JsonSchema): string {
  return dump(value, { lineWidth: -1, noRefs: true, quotingType: '"' })
}
