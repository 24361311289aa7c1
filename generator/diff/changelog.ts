import type { Catalogue } from '../catalogue.js'
import type { DiffEvent, Witness } from './event.js'
import { exampleText } from './format.js'

/** A part of the section: which events it lists, under which heading. */
interface Part {
  heading: string
  holds: (event: DiffEvent) => boolean
}

const parts: readonly Part[] = [
  { heading: 'Breaking', holds: ({ severity }) => severity === 'breaking' },
  { heading: 'Still accepted, with another result', holds: ({ severity }) => severity === 'danger' },
  { heading: 'New', holds: ({ rule, severity }) => severity === 'note' && rule.startsWith('added-') },
  { heading: 'Relaxed', holds: ({ severity, step }) => severity === 'note' && step === 'minor' },
  { heading: 'Worth knowing', holds: ({ severity }) => severity === 'advice' },
]

/**
 * The events as a section of CHANGELOG.md, headed by the version and its day (`2027-01-31`): what to change first, then
 * what is new. One change of several models is one line that names them. Changes without an effect on callers are
 * counted, not listed.
 */
export function changelogSection(after: Catalogue, events: readonly DiffEvent[], day: string): string {
  let rest = [...events]
  const groups = parts.flatMap(({ heading, holds }) => {
    const own = rest.filter(holds)
    rest = rest.filter((event) => !own.includes(event))
    return own.length === 0 ? [] : [`### ${heading}\n\n${linesOf(own, after).join('\n')}`]
  })
  const count = rest.length
  const silent =
    count === 0 ? [] : [`${count} ${count === 1 ? 'place has' : 'places have'} other words, sources or order.`]
  return [`## ${after.version} (${day})`, ...groups, ...silent].join('\n\n')
}

/** One line per change: events that say the same of the same parameter of several models are one. */
function linesOf(events: readonly DiffEvent[], after: Catalogue): string[] {
  const merged = new Map<string, { part: string; message: string; models: string[]; witness: DiffEvent['witness'] }>()
  for (const { subject, message, witness } of events) {
    const { model, part } = split(subject, after)
    const key = model === undefined ? subject : `${part}\n${message}`
    const line = merged.get(key) ?? { part: model === undefined ? subject : part, message, models: [], witness }
    if (model !== undefined) line.models.push(model)
    merged.set(key, line)
  }
  return [...merged.values()].map(({ part, message, models, witness }) => {
    const proof = witness === undefined ? '' : ` ${fates[witness.now]}: ${code(exampleText(witness))}.`
    const period = /[.!?]$/.test(message) ? '' : '.'
    if (models.length === 0) return `- ${code(part)} ${message}${period}${proof}`
    const owners = joined(models.map(code))
    return part === ''
      ? `- ${owners} ${message}${period}${proof}`
      : `- ${code(part)} of ${owners} ${message}${period}${proof}`
  })
}

const fates: Record<Witness['now'], string> = {
  rejected: 'Rejected now',
  accepted: 'Accepted now',
  advised: 'Advised against now',
  listed: 'No longer advised against',
  possible: 'May be answered now',
  impossible: 'No longer answered',
}

/** The model a subject belongs to, and what of it: `duration`, `last-alone`, or nothing for the model itself. */
function split(subject: string, { models }: Catalogue): { model?: string; part: string } {
  const owner = models
    .filter(({ id }) => subject === id || subject.startsWith(`${id}.`) || subject.startsWith(`${id} `))
    .sort((left, right) => right.id.length - left.id.length)[0]
  return owner === undefined ? { part: subject } : { model: owner.id, part: subject.slice(owner.id.length + 1) }
}

function joined(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

function code(text: string): string {
  return `\`${text}\``
}

/** `changelog` with `section` as its newest: before the others, or in place of the one of the same version, regardless of its day. */
export function withSection(changelog: string, section: string): string {
  const [head = '', ...sections] = changelog.trimEnd().split(/\n(?=## )/)
  const others = sections.filter((each) => versionOf(each) !== versionOf(section))
  return `${[head.trimEnd(), section.trim(), ...others.map((each) => each.trim())].join('\n\n')}\n`
}

/** The version in the heading of a section. */
function versionOf(section: string): string {
  return /^## (\S+)/.exec(section)?.[1] ?? ''
}
