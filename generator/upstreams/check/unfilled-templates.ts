import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { wordsInBraces } from '../template.js'
import { operationsOf, wellFormed } from './facts.js'

/** S075: a template without exactly one `{value}`. */
export function* unfilledTemplates(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { rows }] of operationsOf(source)) {
      for (const [index, { template }] of rows.entries()) {
        if (template === undefined) continue
        const words = wordsInBraces(template)
        if (words.length === 1 && words[0] === 'value') continue
        const wrong = words.find((word) => word !== 'value')
        yield {
          code: 'S075',
          file,
          path: ['operations', kind, 'rows', index, 'template'],
          message:
            wrong !== undefined
              ? `{${wrong}} means nothing here`
              : words.length === 0
                ? 'the template does not hold {value}'
                : `the template holds {value} ${words.length} times`,
        }
      }
    }
  }
}
