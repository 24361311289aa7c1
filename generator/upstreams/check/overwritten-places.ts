import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import type { UpstreamCondition, UpstreamFile, UpstreamRow } from '../../spec-types/files/upstream.js'
import { modelParameters, operationsOf, wellFormed, type ModelParameters } from './facts.js'

/** S076: two rows that may both apply and write to one place. */
export function* overwrittenPlaces(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { rows }] of operationsOf(source)) {
      const models = modelParameters(spec).filter((model) => model.kind === kind)
      for (const [index, row] of rows.entries()) {
        const rival = rows
          .slice(0, index)
          .find((other) => clash(other, row) && !isContainer(other, row) && canMeet(other, row, models))
        if (rival === undefined) continue
        yield {
          code: 'S076',
          file,
          path: ['operations', kind, 'rows', index, 'to'],
          message: `${row.to} is written by an earlier row too (${nameOf(rival)})`,
        }
      }
      yield* overwrittenByWebhooks(file, source, rows)
    }
  }
}

/** What goes with the submit to ask for webhooks is written after the rows. */
function* overwrittenByWebhooks(
  file: string,
  { webhooks }: UpstreamFile,
  rows: readonly UpstreamRow[],
): Iterable<Mistake> {
  const places = [
    ...(webhooks?.body === undefined ? [] : [{ to: webhooks.body, path: ['webhooks', 'body'] }]),
    ...(webhooks?.with ?? []).map(({ to }, index) => ({ to, path: ['webhooks', 'with', index, 'to'] })),
  ]
  for (const { to, path } of places) {
    const rival = rows.find((row) => clash(row, { to }))
    if (rival !== undefined)
      yield { code: 'S076', file, path, message: `${to} is written by a row too (${nameOf(rival)})` }
  }
}

/** Appending never overwrites; a place inside another does. */
function clash({ to: left }: Pick<UpstreamRow, 'to'>, { to: right }: Pick<UpstreamRow, 'to'>): boolean {
  if (left.endsWith('/-') || right.endsWith('/-')) return false
  return left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`)
}

/** A constant that makes a container may be filled by later rows. */
function isContainer(earlier: UpstreamRow, later: UpstreamRow): boolean {
  return earlier.constant !== undefined && later.to.startsWith(`${earlier.to}/`)
}

function canMeet(left: UpstreamRow, right: UpstreamRow, models: readonly ModelParameters[]): boolean {
  if (excludes(left, right) || excludes(right, left)) return false
  const named = [namesOf(left), namesOf(right)]
  if (named.some((names) => names.length === 0)) return true
  return models.some(({ parameters }) => named.flat().every((name) => parameters.has(name)))
}

/** Whether a condition of one row rules out that the other applies. */
function excludes({ when = [] }: UpstreamRow, other: UpstreamRow): boolean {
  return when.some(
    (condition) =>
      namesOf(other).some((name) => condition.absent?.includes(name)) ||
      (other.when ?? []).some((theirs) => contradict(condition, theirs)),
  )
}

function contradict(left: UpstreamCondition, right: UpstreamCondition): boolean {
  if (left.absent !== undefined && right.given !== undefined)
    return right.given.every((name) => left.absent?.includes(name) === true)
  if (left.model !== undefined && right.model !== undefined)
    return !left.model.some((one) => right.model?.some((two) => one.startsWith(two) || two.startsWith(one)) === true)
  if (left.model !== undefined && right.exceptModel !== undefined)
    return left.model.every((one) => right.exceptModel?.some((two) => one.startsWith(two)) === true)
  return (
    left.among !== undefined &&
    left.parameter === right.parameter &&
    !left.among.some((value) => right.among?.includes(value) === true)
  )
}

function namesOf({ from, each, join }: UpstreamRow): readonly string[] {
  return join ?? [from ?? each].filter((name) => name !== undefined)
}

function nameOf(row: UpstreamRow): string {
  return namesOf(row).join(' and ') || (row.model === true ? 'the model' : 'a constant')
}
