import type {
  Deprecation,
  EnumParameter,
  Parameter,
  UpcomingLimit,
  ValueDeprecation,
} from '@model-tasks/spec/catalogue'
import type { Texts } from '../texts/en.js'
import { fill } from '../texts/fill.js'
import { boundsPhrase } from './limits.js'

/** What is announced of a model or of a parameter, and what it was called before: in sentences; empty where nothing is. */
export const datedText = (
  {
    deprecated,
    renamedFrom = [],
    upcoming = [],
    options = [],
  }: Pick<Parameter, 'deprecated' | 'renamedFrom' | 'upcoming'> & Pick<EnumParameter, 'options'>,
  texts: Texts,
): string =>
  joined(
    [
      ...options.flatMap(({ value, deprecated: facts }) =>
        facts === undefined ? [] : [`${value}${texts.colon}${joined(deprecationSentences(facts, texts), texts)}`],
      ),
      ...(deprecated === undefined ? [] : deprecationSentences(deprecated, texts)),
      ...upcoming.map((limit) => fill(texts.upcoming, { date: limit.from, limit: upcomingPhrase(limit, texts) })),
      ...(renamedFrom.length === 0 ? [] : [fill(texts.formerNames, { names: renamedFrom.join(texts.listComma) })]),
    ],
    texts,
  )

const joined = (sentences: readonly string[], { code }: Texts): string => sentences.join(code === 'en' ? ' ' : '')

const deprecationSentences = ({ since, until, replacedBy }: Deprecation | ValueDeprecation, texts: Texts): string[] => [
  fill(texts.deprecated, { date: since }),
  ...(until === undefined ? [] : [fill(texts.retired, { date: until })]),
  ...(replacedBy === undefined ? [] : [fill(texts.replaced, { name: String(replacedBy) })]),
]

/** The limits of a later date in words: `at most 30`, `at most 3 items`, `only 1000, 10000`. */
const upcomingPhrase = (limit: UpcomingLimit, texts: Texts): string => {
  const words = texts.limits
  const counted = (sentence: string, minimum?: number, maximum?: number): string[] =>
    minimum === undefined && maximum === undefined
      ? []
      : [fill(sentence, { limit: boundsPhrase({ minimum, maximum }, '', texts) })]
  return [
    ...counted('{limit}', limit.minimum, limit.maximum),
    ...counted(words.characters, limit.minLength, limit.maxLength),
    ...counted(words.items, limit.minItems, limit.maxItems),
    ...(limit.values === undefined ? [] : [fill(words.onlyValues, { values: limit.values.join(texts.listComma) })]),
  ].join(texts.listComma)
}
