import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import type { UpstreamOperation, UpstreamRow } from '../../spec-types/files/upstream.js'
import { operationsOf, wellFormed } from './facts.js'

/** S101: a file as the answer to a submit that answers with an ID. S102: a row that sends a file in a body that holds none. */
export function* misplacedFiles(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { id, submit, rows, results }] of operationsOf(source)) {
      const operation = ['operations', kind]
      for (const [index, { body, asked, results: nested = [] }] of results.entries()) {
        const path = [...operation, 'results', index]
        if (asked !== undefined && id !== undefined)
          yield {
            code: 'S101',
            file,
            path: [...path, 'asked'],
            message: `what a submit asks for is not known to the request that follows its ID at ${id}`,
          }
        if (body === true && id !== undefined)
          yield { code: 'S101', file, path: [...path, 'body'], message: `the answer to the submit has an ID at ${id}` }
        for (const [at, inner] of nested.entries())
          if (inner.body === true)
            yield {
              code: 'S101',
              file,
              path: [...path, 'results', at, 'body'],
              message: 'this is the answer to another request than the submit',
            }
      }
      for (const [index, row] of rows.entries()) {
        const { as, to, forms } = row
        if (as !== 'file') continue
        const path = [...operation, 'rows', index]
        if (!isSentInForm(row, submit))
          yield { code: 'S102', file, path: [...path, 'as'], message: 'the body is JSON, which holds no file' }
        else if (/^\/[^/]+(\/-)?$/.exec(to) === null)
          yield {
            code: 'S102',
            file,
            path: [...path, 'to'],
            message: 'a file is a field of the form, or one of several',
          }
        else if (forms === undefined)
          yield { code: 'S102', file, path, message: 'the row does not say in which forms it takes a file' }
      }
    }
  }
}

/** Whether a row's body is a form: that of every submit, or of those with the row's parameter. */
function isSentInForm({ from, each }: UpstreamRow, { encoding, paths = [] }: UpstreamOperation['submit']): boolean {
  if (encoding === 'form') return paths.every((path) => path.encoding !== 'json')
  const own = paths.find(({ when: [only, ...more] }) => more.length === 0 && only?.given?.includes(from ?? each ?? ''))
  return own?.encoding === 'form'
}
