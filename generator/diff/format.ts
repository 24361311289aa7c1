import type { Catalogue, JsonSchema } from '../catalogue.js'
import type { ChangeSeverity, DiffEvent, Witness } from './event.js'
import { neededStep, nextVersion } from './version.js'

const order: readonly ChangeSeverity[] = ['breaking', 'danger', 'advice', 'note']
const headings: Record<ChangeSeverity, string> = {
  breaking: 'Breaking',
  danger: 'Still accepted, with another result',
  advice: 'Worth knowing',
  note: 'Also',
}
const colours: Record<ChangeSeverity, string> = {
  breaking: '\u001b[31m',
  danger: '\u001b[33m',
  advice: '\u001b[36m',
  note: '',
}

/** The events as a person reads them at a terminal, grouped by severity, with the version they need. */
export function formatEvents(
  before: Catalogue,
  after: Catalogue,
  events: readonly DiffEvent[],
  options: { colour: boolean } = { colour: false },
): string {
  if (events.length === 0) return 'Nothing changed.'
  const paint = (severity: ChangeSeverity, text: string): string =>
    options.colour && colours[severity] !== '' ? `${colours[severity]}${text}\u001b[0m` : text
  const groups = order.flatMap((severity) => {
    const lines = events.filter((event) => event.severity === severity).flatMap(eventLines)
    return lines.length === 0 ? [] : [[paint(severity, headings[severity]), ...lines].join('\n')]
  })
  return [...groups, verdict(before, after, events)].join('\n\n')
}

function eventLines({ subject, message, rule, witness }: DiffEvent): string[] {
  const line = `  ${subject} ${message}  (${rule})`
  if (witness === undefined) return [line]
  return [line, `    ${witnessText(witness)}`]
}

/** What version the changes need, and whether the one that is set will do. */
export function verdict(before: Catalogue, after: Catalogue, events: readonly DiffEvent[]): string {
  const step = neededStep(events)
  if (step === undefined) return 'No new version is needed.'
  const needed = nextVersion(before.version, step)
  return `These changes are ${step}: from ${before.version} to ${needed} at least. spec/version.json says ${after.version}.`
}

const shownCharacters = 48

/** What a witness shows, and the witness. */
function witnessText(witness: Witness): string {
  const example = exampleText(witness)
  if ('answer' in witness)
    return `${witness.now === 'possible' ? 'this answer may come now' : 'this answer no longer comes'}: ${example}`
  const fate =
    witness.now !== 'rejected'
      ? fates[witness.now]
      : 'asOf' in witness
        ? `would have passed on ${witness.asOf} and is rejected from then on`
        : 'passed before and is rejected now'
  return `this ${'body' in witness ? 'body' : 'file'} ${fate} (${witness.rule}): ${example}`
}

const fates = {
  accepted: 'was rejected before and passes now',
  advised: 'passed without advice before and is advised against now',
  listed: 'was advised against before and no longer is',
}

/** The request, the file or the answer on one line, with long texts cut. */
export function exampleText(witness: Witness): string {
  if ('file' in witness && witness.request !== undefined)
    return `${shownText(witness.file)} in ${shownText(witness.request)}`
  return shownText('body' in witness ? witness.body : 'file' in witness ? witness.file : witness.answer)
}

function shownText(example: JsonSchema): string {
  return JSON.stringify(example, (_, value: unknown) => {
    if (typeof value !== 'string') return value
    const points = [...value]
    return points.length <= shownCharacters ? value : `${points.slice(0, 16).join('')}… (${points.length} characters)`
  })
}
