import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { protocolOf } from '../source.js'
import { wellFormed } from './facts.js'

/** S070: a file whose name and whose `protocol` differ. */
export function* differingProtocols(spec: Spec): Iterable<Mistake> {
  for (const { path, source } of wellFormed(spec)) {
    const named = protocolOf(path)
    if (source.protocol === named) continue
    yield {
      code: 'S070',
      file: path,
      path: ['protocol'],
      message: `the file is named ${named ?? ''} and says ${source.protocol}`,
    }
  }
}
