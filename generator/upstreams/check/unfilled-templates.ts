import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { wordsInBraces } from '../template.js'
import { operationsOf, wellFormed } from './facts.js'

/** The holes that a template may have. */
const allowed = ['value', 'base64,mediaType', 'base64,imageFormat', 'base64']
const known = ['value', 'base64', 'mediaType', 'imageFormat']

/** S075: a template without exactly one `{value}`, or the parts of a data URI in its place. */
export function* unfilledTemplates(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { rows }] of operationsOf(source)) {
      for (const [index, { template, forms }] of rows.entries()) {
        if (template === undefined) continue
        const words = wordsInBraces(template)
        if (allowed.includes([...words].sort().join())) {
          if (words.includes('base64') && forms?.join() !== 'data')
            yield {
              code: 'S075',
              file,
              path: ['operations', kind, 'rows', index, 'template'],
              message: '{base64} stands for a part of a data URI, and the row takes URLs too: "forms" must be ["data"]',
            }
          continue
        }
        const wrong = words.find((word) => !known.includes(word))
        yield {
          code: 'S075',
          file,
          path: ['operations', kind, 'rows', index, 'template'],
          message:
            wrong !== undefined
              ? `{${wrong}} means nothing here`
              : words.length === 0
                ? 'the template does not hold {value}'
                : words.every((word) => word === 'value')
                  ? `the template holds {value} ${words.length} times`
                  : 'the template holds neither {value} once nor {base64} once, with {mediaType} or {imageFormat} at most once',
        }
      }
    }
  }
}
