import type { Catalogue } from '../catalogue.js'
import type { DiffEvent } from './event.js'
import { findAnswers } from './behaviour/answers.js'
import { findFiles } from './behaviour/files.js'
import { announcementsIn, type JudgeParts } from './behaviour/judge.js'
import { findListed, findWitnesses } from './behaviour/witness.js'
import { withLaterWitnesses, withWitnesses } from './proof.js'
import { rules } from './rules.js'
import { earlierRules } from './rules/dates.js'

const weight = { breaking: 0, danger: 1, advice: 2, note: 3 }

/**
 * Every difference between two catalogues, with what proves it. Requests: both compiled validators are asked about the
 * vectors of both and about generated ones. Files: the limits of both are asked about values around each. Answers: what
 * the new catalogue may answer is held against what the old one promised. A request or a file that passed and is
 * rejected, and a promise that is broken, make the step major, regardless of the rules. Both are judged as of the same day:
 * today, and where a day comes before the announced one, as of that.
 */
export function proveDiff(before: Catalogue, after: Catalogue, parts: JudgeParts): DiffEvent[] {
  const datedRules = new Set([...announcementsIn(after.findings).values()].map(({ rule }) => rule))
  const events = withWitnesses(
    diffCatalogues(before, after),
    [
      ...findWitnesses(before, after, parts),
      ...findListed(before, after, parts),
      ...findFiles(before, after),
      ...findAnswers(before, after),
    ],
    datedRules,
  )
  if (!events.some(({ rule, witness }) => earlierRules.has(rule) && witness === undefined)) return sorted(events)
  const later = datesOf(after)
    .filter((day) => day > parts.today)
    .flatMap((day) =>
      findWitnesses(before, after, { ...parts, today: day }).flatMap(({ subject, witness }) =>
        datedRules.has(witness.rule) ? [{ subject, witness: { ...witness, asOf: day } }] : [],
      ),
    )
  return sorted(withLaterWitnesses(events, later))
}

/** The days for which something is announced, the first one first. */
function datesOf({ models }: Catalogue): string[] {
  const days = models.flatMap(({ deprecated, parameters }) => [
    deprecated?.until,
    ...parameters.flatMap((each) => [each.deprecated?.until, ...(each.upcoming ?? []).map(({ from }) => from)]),
  ])
  return [...new Set(days.filter((day) => day !== undefined))].sort()
}

/** What the rules alone find: the gravest first, then in the order of the rules. Empty for equal catalogues. */
export function diffCatalogues(before: Catalogue, after: Catalogue): DiffEvent[] {
  const events = rules.flatMap((rule) =>
    [...rule.compare(before, after)].map((change) => ({
      rule: rule.id,
      severity: rule.severity,
      step: rule.step,
      ...change,
    })),
  )
  return sorted(events)
}

function sorted(events: DiffEvent[]): DiffEvent[] {
  return events.sort((left, right) => weight[left.severity] - weight[right.severity])
}
