import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import type { UpstreamCondition, UpstreamFile, UpstreamRow } from '../../spec-types/files/upstream.js'
import { modelParameters, operationsOf, wellFormed, type ModelParameters } from './facts.js'

/** S076: two rows that may both apply and write to one place. */
export function* overwrittenPlaces(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { rows }] of operationsOf(source)) {
      const models = modelParameters(spec).filter((model) => model.kind === kind)
      let hasMixed = false
      for (const [index, row] of rows.entries()) {
        const rival = rows.slice(0, index).find(
          (other) =>
            clash(other, row) &&
            !isContainer(other, row) &&
            canMeet(other, row, models) &&
            // One odd row disagrees with all the others: that is said once.
            !(hasMixed && isMixed(other, row)),
        )
        if (rival === undefined) continue
        hasMixed ||= isMixed(rival, row)
        yield {
          code: 'S076',
          file,
          path: ['operations', kind, 'rows', index, 'to'],
          message: isMixed(rival, row)
            ? `${row.to} makes an object where an earlier row makes a list, or the other way round (${nameOf(rival)} at ${rival.to})`
            : `${row.to} is written by an earlier row too (${nameOf(rival)})${bothIn(rival, row, models)}`,
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

type Target = Pick<UpstreamRow, 'to'>

/** Appending never overwrites; a place inside another does, and so does a list in the place of an object. */
function clash(one: Target, other: Target): boolean {
  if (isMixed(one, other)) return true
  const [left, right] = [one.to, other.to]
  if (left.endsWith('/-') || right.endsWith('/-')) return false
  return left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`)
}

/** Whether one place needs a list where the other needs an object: the later one would take what the earlier one wrote. */
function isMixed({ to: left }: Target, { to: right }: Target): boolean {
  const [ours, theirs] = [left.split('/'), right.split('/')]
  const fork = ours.findIndex((step, index) => step !== theirs[index])
  const [our, their] = [ours[fork], theirs[fork]]
  return our !== undefined && their !== undefined && isIndex(our) !== isIndex(their)
}

const isIndex = (step: string): boolean => /^(-|\d+)$/.test(step)

/** A constant that makes a container may be filled by later rows. */
function isContainer(earlier: UpstreamRow, later: UpstreamRow): boolean {
  return earlier.constant !== undefined && later.to.startsWith(`${earlier.to}/`)
}

function canMeet(left: UpstreamRow, right: UpstreamRow, models: readonly ModelParameters[]): boolean {
  if (excludes(left, right) || excludes(right, left)) return false
  const named = [namesOf(left), namesOf(right)]
  return named.some((names) => names.length === 0) || firstWith(named.flat(), models) !== undefined
}

/** The first model that has all these parameters. */
function firstWith(names: readonly string[], models: readonly ModelParameters[]): ModelParameters | undefined {
  return models.find(({ parameters }) => names.every((name) => parameters.has(name)))
}

/** Which model has the parameters of both rows: often a new one, of which the author of a file of an upstream knew nothing. */
function bothIn(left: UpstreamRow, right: UpstreamRow, models: readonly ModelParameters[]): string {
  const names = [...new Set([...namesOf(left), ...namesOf(right)])]
  const model = names.length > 1 ? firstWith(names, models) : undefined
  return model === undefined ? '' : `; ${model.id} has ${names.join(' and ')}`
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
  return (
    namesOf(row).join(' and ') ||
    (row.model === true ? 'the model' : row.resultsFolder === true ? 'the folder of results' : 'a constant')
  )
}
