import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import type { UpstreamFile } from '../../spec-types/files/upstream.js'
import { wellFormed } from './facts.js'

type Proof = UpstreamFile['errors']['proofs'][number]

/** S082: a proof that never counts, because an earlier one fits everything that it fits. */
export function* idleProofs(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec))
    for (const [index, proof] of source.errors.proofs.entries()) {
      const path = ['errors', 'proofs', index]
      for (const [words, places] of [
        ['codes', 'code'],
        ['says', 'message'],
      ] as const)
        if (proof[words] !== undefined && source.errors[places].length === 0)
          yield {
            code: 'S082',
            file,
            path: [...path, words],
            message: `the proof never counts: errors.${places} names no place to read one from`,
            hint: `Name the place in errors.${places}, or take the words out.`,
          }
      if (proof.status.startsWith('2') && source.errors.inside === undefined)
        yield {
          code: 'S082',
          file,
          path: [...path, 'status'],
          message:
            'the proof never counts: errors.inside does not say which answers with a status of success are errors',
          hint: 'Say it in errors.inside, or take the proof out.',
        }
      const before = source.errors.proofs.slice(0, index).findIndex((earlier) => covers(earlier, proof))
      if (before !== -1)
        yield {
          code: 'S082',
          file,
          path,
          message: `the proof never counts: every answer that it fits is taken by proof ${before + 1}, HTTP ${source.errors.proofs[before]?.status ?? ''}`,
        }
    }
}

function covers(earlier: Proof, later: Proof): boolean {
  const isSameStatus = earlier.status === later.status || earlier.status === `${later.status[0] ?? ''}xx`
  return isSameStatus && takesAll(earlier.codes, later.codes) && takesAll(earlier.says, later.says)
}

/** Whether what one list of words lets through is all that another one does; without a list, that is everything. */
function takesAll(earlier: readonly string[] | undefined, later: readonly string[] | undefined): boolean {
  return earlier === undefined || (later?.every((word) => earlier.includes(word)) ?? false)
}
