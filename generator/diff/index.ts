import type { Catalogue } from '../catalogue.js'
import type { DiffEvent } from './event.js'
import { rules } from './rules.js'

const weight = { breaking: 0, danger: 1, advice: 2, note: 3 }

/** Every difference between two catalogues, the gravest first, then in the order of the rules. Empty for equal catalogues. */
export function diffCatalogues(before: Catalogue, after: Catalogue): DiffEvent[] {
  const events = rules.flatMap((rule) =>
    [...rule.compare(before, after)].map((change) => ({
      rule: rule.id,
      severity: rule.severity,
      step: rule.step,
      ...change,
    })),
  )
  return events.sort((left, right) => weight[left.severity] - weight[right.severity])
}
