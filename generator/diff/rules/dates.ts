import type { Catalogue, Deprecation, Parameter, UpcomingLimit } from '../../catalogue.js'
import { deprecationSentence, upcomingSentence } from '../../sentences.js'
import { modelPairs, parameterPairs, same, type Pair } from '../pairs.js'
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
    if (same(facts(old), facts(now))) return undefined
    return now === undefined ? 'is no longer deprecated' : `is deprecated. ${deprecationSentence(now)}`
  },
}

const upcoming: Row<Parameter> = {
  id: 'changed-upcoming-limit',
  severity: 'advice',
  step: 'minor',
  summary: 'A limit that applies from a later date was announced, changed or withdrawn.',
  find: ({ upcoming: old = [] }, { upcoming: now = [] }) => {
    if (same(old.map(facts), now.map(facts))) return undefined
    return now.length === 0
      ? 'has no limit to come any more'
      : `has a limit to come. ${now.map(upcomingSentence).join(' ')}`
  },
}

function facts(dated: Deprecation | UpcomingLimit | undefined): unknown {
  return dated === undefined ? undefined : { ...dated, source: undefined }
}

/** What is announced for a later date. */
export const dateRules = [...rulesOver(modelsAndParameters, [deprecation]), ...rulesOver(parameterPairs, [upcoming])]
