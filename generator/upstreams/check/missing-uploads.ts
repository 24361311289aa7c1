import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { operationsOf, wellFormed } from './facts.js'

/** S079: a row whose files are to be uploaded, in a protocol without an upload, or where no data URI gets that far. */
export function* missingUploads(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { rows }] of operationsOf(source)) {
      for (const [index, { as, forms }] of rows.entries()) {
        if (as !== 'uploaded') continue
        const path = ['operations', kind, 'rows', index, 'as']
        if (source.upload === undefined) yield { code: 'S079', file, path, message: 'the protocol has no upload' }
        else if (forms?.includes('data') !== true)
          yield { code: 'S079', file, path, message: 'the row takes no data URIs: "forms" must list data' }
      }
    }
  }
}
