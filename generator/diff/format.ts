import type { Catalogue } from '../catalogue.js'
import type { ChangeSeverity, DiffEvent } from './event.js'
import { neededStep, nextVersion } from './version.js'

const order: readonly ChangeSeverity[] = ['breaking', 'danger', 'advice', 'note']
const headings: Record<ChangeSeverity, string> = {
  breaking: 'Breaking',
  danger: 'Dangerous: still accepted, but does something else',
  advice: 'Worth knowing',
  note: 'Also',
}
const colours: Record<ChangeSeverity, string> = {
  breaking: '\u001b[31m',
  danger: '\u001b[33m',
  advice: '\u001b[36m',
  note: '',
}

/** The events as a person reads them, grouped by severity, with the version they need. */
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
    const lines = events
      .filter((event) => event.severity === severity)
      .map((event) => `  ${event.subject} ${event.message}  (${event.rule})`)
    return lines.length === 0 ? [] : [[paint(severity, headings[severity]), ...lines].join('\n')]
  })
  return [...groups, verdict(before, after, events)].join('\n\n')
}

/** What version the changes need, and whether the one that is set will do. */
export function verdict(before: Catalogue, after: Catalogue, events: readonly DiffEvent[]): string {
  const step = neededStep(events)
  if (step === undefined) return 'No new version is needed.'
  const needed = nextVersion(before.version, step)
  return `These changes are ${step}: from ${before.version} to ${needed} at least. spec/version.json says ${after.version}.`
}

/** The events as a section of CHANGELOG.md. Changes of words and sources are counted, not listed. */
export function changelogSection(after: Catalogue, events: readonly DiffEvent[]): string {
  const silent = new Set(['changed-words', 'changed-sources'])
  const groups = order.flatMap((severity) => {
    const lines = events
      .filter((event) => event.severity === severity && !silent.has(event.rule))
      .map((event) => `- ${code(event.subject)} ${event.message}`)
    return lines.length === 0 ? [] : [`### ${headings[severity]}\n\n${lines.join('\n')}`]
  })
  const worded = events.filter((event) => silent.has(event.rule)).length
  const rest = worded === 0 ? [] : [`Words or sources changed in ${worded} ${worded === 1 ? 'place' : 'places'}.`]
  return [`## ${after.version}`, ...groups, ...rest].join('\n\n')
}

function code(subject: string): string {
  return `\`${subject}\``
}
