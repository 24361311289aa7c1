import type { Catalogue, JsonValue } from '../../catalogue.js'
import type { DiffRule } from '../event.js'
import { modelPairs, parameterPairs, same, type Pair } from '../pairs.js'

/** A rule that reports that one fact differs: which, of what, and what is said of it. */
interface FactRule {
  id: string
  severity: DiffRule['severity']
  step: DiffRule['step']
  summary: string
  pairs: (before: Catalogue, after: Catalogue) => Pair<unknown>[]
  fact: string
  message: string
}

const parameters = (before: Catalogue, after: Catalogue): Pair<unknown>[] => parameterPairs(before, after)
const modelsAndParameters = (before: Catalogue, after: Catalogue): Pair<unknown>[] => [
  ...modelPairs(before, after),
  ...parameterPairs(before, after),
]

const table: readonly FactRule[] = [
  {
    id: 'changed-deprecation',
    severity: 'advice',
    step: 'minor',
    summary: 'A model or a parameter is deprecated, no longer deprecated, or at other dates.',
    pairs: modelsAndParameters,
    fact: 'deprecated',
    message: 'is deprecated otherwise than before',
  },
  {
    id: 'changed-earlier-names',
    severity: 'note',
    step: 'minor',
    summary: 'The names a parameter had before changed.',
    pairs: parameters,
    fact: 'renamedFrom',
    message: 'had other names before',
  },
  {
    id: 'changed-upcoming-limit',
    severity: 'advice',
    step: 'minor',
    summary: 'A limit that applies from a later date was announced, changed or withdrawn.',
    pairs: parameters,
    fact: 'upcoming',
    message: 'has other limits to come',
  },
  {
    id: 'changed-media-types',
    severity: 'note',
    step: 'patch',
    summary: 'A type of media file was added, removed, or is called otherwise.',
    pairs: (before, after) => [{ subject: 'media types', before, after }],
    fact: 'mediaTypes',
    message: 'differ',
  },
]

/** Rules that are one comparison each. */
export const factRules: readonly DiffRule[] = table.map(({ pairs, fact, message, ...rule }) => ({
  ...rule,
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairs(before, after)) {
      if (!same(valueOf(old, fact), valueOf(now, fact))) yield { subject, message }
    }
  },
}))

function valueOf(holder: unknown, fact: string): JsonValue {
  const value: unknown = typeof holder === 'object' && holder !== null ? Reflect.get(holder, fact) : undefined
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue)
}
