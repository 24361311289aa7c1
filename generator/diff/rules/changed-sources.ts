import type { Model, Source } from '../../catalogue.js'
import { sourceText } from '../../source-text.js'
import type { Change, DiffRule } from '../event.js'
import { valuesUnder } from '../flatten.js'
import { modelPairs, same } from '../pairs.js'

const keys = new Set(['source'])

export const changedSources: DiffRule = {
  id: 'changed-sources',
  severity: 'note',
  step: 'patch',
  summary: 'A fact names another place of the interface.',
  *compare(before, after) {
    const earlier = valuesUnder(before, keys)
    for (const [place, { subject, value }] of valuesUnder(after, keys)) {
      const old = earlier.get(place)
      if (old !== undefined && !same(old.value, value))
        yield moved(subject, 'names another place of the interface', old.value, value)
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
      yield moved(after.id, `names another place of the interface for ${names[fact]}`, old, now)
  }
}

const names = {
  displayName: 'its display name',
  listed: 'being listed',
  availability: 'its availability',
  assetLibrary: 'the asset library',
  responseExtras: 'its response fields',
}

function moved(subject: string, message: string, old: unknown, now: unknown): Change {
  return {
    subject,
    message: `${message}: ${words(now)}, before ${words(old)}`,
    from: JSON.stringify(old),
    to: JSON.stringify(now),
  }
}

function words(source: unknown): string {
  return isSource(source) ? `"${sourceText(source)}"` : JSON.stringify(source)
}

function isSource(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && 'section' in value && typeof value.section === 'string'
}
