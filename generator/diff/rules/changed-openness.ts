import type { DiffRule } from '../event.js'
import { parameterPairs } from '../pairs.js'

export const changedOpenness: DiffRule = {
  id: 'changed-openness',
  severity: 'note',
  step: 'minor',
  summary: 'It became known, or unknown, what values or items a parameter takes.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      const [from, to] = [openness(old), openness(now)]
      if (old.kind === now.kind && from !== to) yield { subject, message: to === '' ? 'no longer says that its values are not shown' : 'says that its values are not shown' }
    }
  },
}

function openness(parameter: object): string {
  return JSON.stringify(['values' in parameter && !Array.isArray(parameter.values) ? parameter.values : undefined, 'items' in parameter ? parameter.items : undefined].filter(Boolean)).replace('[]', '')
}
