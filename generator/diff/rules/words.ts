import type { Model, Source, ValueOption } from '../../catalogue.js'
import { sourceText } from '../../source-text.js'
import type { Change, DiffRule } from '../event.js'
import { valuesUnder } from '../flatten.js'
import { cataloguePair, modelPairs, optionPairs, same, without } from '../pairs.js'
import { rulesOver, type Row } from './row.js'

const texts = new Set([
  'description',
  'summary',
  'title',
  'topic',
  'handling',
  'message',
  'notes',
  'text',
  'translations',
])

const changedWords: DiffRule = {
  id: 'changed-words',
  severity: 'note',
  step: 'patch',
  summary: 'A description, a note or a message says the same in other words.',
  *compare(before, after) {
    const earlier = valuesUnder(before, texts)
    for (const [place, { subject, key, value }] of valuesUnder(after, texts)) {
      const old = earlier.get(place)
      if (old !== undefined && (typeof value === 'string' || typeof value === 'object') && !same(old.value, value))
        yield* key === 'translations' ? translated(subject, old.value, value) : [{ subject, message: otherText(key) }]
    }
  },
}

function otherText(key: string): string {
  return key === 'notes' ? 'has other notes' : `has another ${key}`
}

/** Each language in which a message has another text, with both. */
function* translated(subject: string, old: unknown, now: unknown): Iterable<Change> {
  const textsOf = (value: unknown): Map<string, unknown> =>
    new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  const [before, after] = [textsOf(old), textsOf(now)]
  for (const code of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before, after].map((texts) => JSON.stringify(texts.get(code)) ?? 'none')
    if (from !== to)
      yield { subject, message: `has the ${languageNames.of(code) ?? code} message ${to} (before: ${from})` }
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

const labels: Row<ValueOption>[] = [
  {
    id: 'changed-label',
    severity: 'note',
    step: 'patch',
    summary: 'A value has another name for people. What is sent is the same.',
    find: ({ label: old }, { label: now }) =>
      same(old, now) ? undefined : `has ${labelText(now)} (before: ${labelText(old)})`,
  },
]

function labelText(label: ValueOption['label']): string {
  return label === undefined ? 'no label' : `the label ${JSON.stringify(label)}`
}

const changedSources: DiffRule = {
  id: 'changed-sources',
  severity: 'note',
  step: 'patch',
  summary: 'A fact names another place of the interface, or is no longer an inference.',
  *compare(before, after) {
    const keys = new Set(['source', 'inferred'])
    const earlier = valuesUnder(before, keys)
    for (const [place, { subject, key, value }] of valuesUnder(after, keys)) {
      const old = earlier.get(place)
      if (old === undefined || same(old.value, value)) continue
      if (key === 'inferred')
        yield { subject, message: 'is stated where it was inferred, or inferred where it was stated' }
      else yield moved(subject, '', old.value, value)
    }
    for (const models of modelPairs(before, after)) yield* ofModelFacts(models.before, models.after)
  },
}

/** Places of the facts that stand in no table; not those that moved with their fact or with the whole model. */
function* ofModelFacts(before: Model, after: Model): Iterable<Change> {
  if (before.id !== after.id) return
  for (const fact of ['displayName', 'listed', 'availability', 'assetLibrary', 'responseExtras'] as const) {
    const [old, now] = [before.sources[fact], after.sources[fact]]
    const movedWithModel = same(old, before.source) && same(now, after.source)
    if (!same(old, now) && !movedWithModel && same(before[fact], after[fact]))
      yield moved(after.id, ` for ${names[fact]}`, old, now)
  }
}

const names = {
  displayName: 'its display name',
  listed: 'being listed',
  availability: 'its availability',
  assetLibrary: 'the asset library',
  responseExtras: 'its response fields',
}

function moved(subject: string, fact: string, old: unknown, now: unknown): Change {
  return {
    subject,
    message: `names another place of the interface${fact}: ${quoted(now)} (before: ${quoted(old)})`,
    from: JSON.stringify(old),
    to: JSON.stringify(now),
  }
}

function quoted(source: unknown): string {
  return isSource(source) ? `"${sourceText(source)}"` : JSON.stringify(source)
}

function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'section' in value && typeof value.section === 'string'
}

/** What is said about the catalogue, and not what it accepts. */
export const wordRules = [
  ...rulesOver(optionPairs, labels),
  ...rulesOver(cataloguePair, [
    {
      id: 'changed-unknowns',
      severity: 'note',
      step: 'patch',
      summary: 'Something became known, or is newly known to be unknown.',
      find: ({ unknowns: old }, { unknowns: now }) => [
        ...without(old, now, ({ id }) => id).map(({ id, topic }) => ({
          inside: `unknown ${id}`,
          message: `is no longer among the unknowns: ${topic}`,
        })),
        ...without(now, old, ({ id }) => id).map(({ id, topic }) => ({
          inside: `unknown ${id}`,
          message: `is a new unknown: ${topic}`,
        })),
      ],
    },
    {
      id: 'changed-media-types',
      severity: 'note',
      step: 'patch',
      summary: 'A type of media file was added or removed, or has another name.',
      find: (old, now) =>
        same(old.mediaTypes, now.mediaTypes)
          ? undefined
          : {
              inside: 'media types',
              message: `are ${now.mediaTypes.map(({ id }) => id).join(', ')}, with these names`,
            },
    },
    {
      id: 'changed-messages',
      severity: 'note',
      step: 'patch',
      summary: 'A finding is put into other words.',
      find: ({ languages: old }, { languages: now }) => {
        const changed = (['en', 'zh'] as const).filter((code) => !same(old[code], now[code]))
        return changed.length === 0
          ? undefined
          : { inside: 'messages', message: `are put into other words: ${changed.join(', ')}` }
      },
    },
    {
      id: 'changed-synonyms',
      severity: 'note',
      step: 'patch',
      summary: 'Words stand for each other, or no longer do, where people look something up.',
      find: ({ synonyms: old }, { synonyms: now }) => {
        const changed = new Set(
          [
            ...now.filter((group) => !old.some((before) => same(before, group))),
            ...old.filter((group) => !now.some((after) => same(after, group))),
          ].map(({ id }) => id),
        )
        if (same(old, now)) return undefined
        return {
          inside: 'synonyms',
          message: changed.size === 0 ? 'stand in another order' : `changed: ${[...changed].join(', ')}`,
        }
      },
    },
  ]),
  changedWords,
  changedSources,
]
