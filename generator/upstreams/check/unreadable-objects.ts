import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { operationsOf, wellFormed } from './facts.js'

/** S103: a result in a bucket without the folder or the key with which it is read, and a folder without such a result. */
export function* unreadableObjects(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    const opens = ['aws-sigv4', 'google-service-account'].includes(source.authentication.token?.by ?? '')
    for (const [kind, { rows, results }] of operationsOf(source)) {
      const row = rows.findIndex(({ resultsFolder }) => resultsFolder === true)
      const result = results.findIndex(({ object }) => object !== undefined)
      const operation = ['operations', kind]
      const at = [...operation, 'results', result, 'object']
      if (row !== -1 && result === -1)
        yield {
          code: 'S103',
          file,
          path: [...operation, 'rows', row, 'resultsFolder'],
          message: 'no result is read from the folder',
        }
      if (result === -1) continue
      if (row === -1) yield { code: 'S103', file, path: at, message: 'no row tells the upstream of the folder' }
      if (!opens) yield { code: 'S103', file, path: at, message: 'the key of this protocol opens no bucket' }
    }
  }
}
