import type { Parameter } from '../../catalogue.js'
import type { DiffRule } from '../event.js'
import { parameterPairs } from '../pairs.js'

export const changedType: DiffRule = {
  id: 'changed-type',
  severity: 'breaking',
  step: 'major',
  summary: 'A parameter is of another kind or type.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      const [from, to] = [typeOf(old), typeOf(now)]
      if (from !== to) yield { subject, message: `is ${to} now, before ${from}`, from, to }
    }
  },
}

/** The kind of a parameter, with the type of its values or files where the kind leaves it open. */
function typeOf(parameter: Parameter): string {
  if (parameter.kind === 'enum') return `a list of ${parameter.type}s`
  return parameter.kind === 'media' ? `a list of ${parameter.media} references` : parameter.kind
}
