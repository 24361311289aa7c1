import type { Catalogue, Deprecation, Parameter } from '../../catalogue.js'
import { deprecationSentence, upcomingSentence } from '../../sentences.js'
import { modelPairs, parameterPairs, same, withoutSource, type Pair } from '../pairs.js'
import { rulesOver, type Row } from './row.js'

type Deprecatable = { deprecated?: Deprecation }
const modelsAndParameters = (before: Catalogue, after: Catalogue): Pair<Deprecatable>[] => [
  ...modelPairs(before, after),
  ...parameterPairs(before, after),
]

const deprecation: Row<Deprecatable> = {
  id: 'changed-deprecation',
  severity: 'advice',
  step: 'minor',
  summary: 'A model or a parameter is deprecated, no longer deprecated, or at other dates.',
  find: ({ deprecated: old }, { deprecated: now }) => {
    if (same(withoutSource(old), withoutSource(now))) return undefined
    return now === undefined ? 'is no longer deprecated' : `is deprecated. ${deprecationSentence(now)}`
  },
}

const upcoming: Row<Parameter> = {
  id: 'changed-upcoming-limit',
  severity: 'advice',
  step: 'minor',
  summary: 'A limit that applies from a later date was announced, changed or withdrawn.',
  find: ({ upcoming: old = [] }, { upcoming: now = [] }) => {
    if (same(old.map(withoutSource), now.map(withoutSource))) return undefined
    return now.length === 0
      ? 'has no limit to come any more'
      : `has a limit to come. ${now.map(upcomingSentence).join(' ')}`
  },
}

/** What is announced for a later date. */
export const dateRules = [...rulesOver(modelsAndParameters, [deprecation]), ...rulesOver(parameterPairs, [upcoming])]
