import type { Catalogue, JsonSchema, JsonValue, Model } from '../../catalogue.js'
import { hasValueList } from '../../kinds/value-list.js'
import type { Disagreement, RequestWitness } from '../event.js'
import { modelPairs, same } from '../pairs.js'
import { createJudges, type Judge, type JudgeParts } from './judge.js'
import { valueAt } from '../value-at.js'
import { createRandom, tellingCharacters } from './random.js'
import { requestsFor, valuesFor } from './requests.js'

/** Requests about which two catalogues disagree: the smallest one found for each model, rule, place and direction. */
export function findWitnesses(
  before: Catalogue,
  after: Catalogue,
  parts: JudgeParts,
  seed = 1,
): Disagreement<RequestWitness>[] {
  const characters = tellingCharacters(before.text, after.text)
  const judgeBefore = createJudges(before, parts, after.findings)
  const judgeAfter = createJudges(after, parts, after.findings)
  const sharedIsSame = same([before.text, before.findings], [after.text, after.findings])
  const random = createRandom(seed, characters)
  return modelPairs(before, after)
    .filter((pair) => !(sharedIsSame && same(checked(pair.before), checked(pair.after))))
    .flatMap((pair) => {
      const requests = requestsFor(
        { model: pair.before, catalogue: before },
        { model: pair.after, catalogue: after },
        random,
      )
      return disagreements(pair.subject, requests, judgeBefore(pair.before), judgeAfter(pair.after))
    })
}

/** Requests with a value of a list that grows which only one of two catalogues knows: both let it pass, and one advises against it. */
export function findListed(before: Catalogue, after: Catalogue, parts: JudgeParts): Disagreement<RequestWitness>[] {
  const advising = { ...parts, advice: 'value-unlisted' }
  const [judgeBefore, judgeAfter] = [createJudges(before, advising), createJudges(after, advising)]
  const random = createRandom(1, ['a'])
  return modelPairs(before, after)
    .filter((pair) => pair.before.parameters.some(hasValueList) && !same(checked(pair.before), checked(pair.after)))
    .flatMap((pair) => {
      const requests = valuesFor(pair, random)
      return disagreements(pair.subject, requests, judgeBefore(pair.before), judgeAfter(pair.after))
    })
    .flatMap(({ subject, witness }) =>
      witness.rule === advising.advice
        ? [{ subject, witness: { ...witness, now: witness.now === 'rejected' ? 'advised' : 'listed' } }]
        : [],
    )
}

/** What a validator is made of. */
function checked({ reference, parameters, rules, deprecated }: Model): unknown {
  return { reference, parameters, rules, deprecated }
}

function disagreements(
  model: string,
  requests: Iterable<JsonSchema>,
  old: Judge,
  now: Judge,
): Disagreement<RequestWitness>[] {
  const found = new Map<string, Disagreement<RequestWitness>>()
  for (const body of requests) {
    const [was, is] = [old(body), now(body)]
    if ((was.length === 0) === (is.length === 0)) continue
    const direction = was.length === 0 ? 'rejected' : 'accepted'
    const [passes, rejects] = direction === 'rejected' ? [old, now] : [now, old]
    for (const { rule, path } of direction === 'rejected' ? is : was) {
      const place = path.replace(/\/[0-9]+/g, '/*')
      const key = `${direction} ${rule} ${place}${ofValue(rule, valueAt(body, path))}`
      if (found.has(key)) continue
      const smallest = shrink(
        { ...body, model },
        (smaller) =>
          passes(smaller).length === 0 && rejects(smaller).some((each) => each.rule === rule && each.path === path),
      )
      found.set(key, { subject: model, witness: { body: smallest, now: direction, rule, path } })
    }
  }
  return [...found.values()]
}

const rulesOfValues = new Set(['enum', 'type', 'value-unlisted'])

/** Each value of a choice, and of a list that grows, is shown by a request of its own. */
function ofValue(rule: string, value: JsonValue | undefined): string {
  return rulesOfValues.has(rule) && typeof value !== 'object' ? ` ${JSON.stringify(value)}` : ''
}

/** The body without what the disagreement does not need: members left out, lists and texts shortened. */
function shrink(body: JsonSchema, disagrees: (body: JsonSchema) => boolean): JsonSchema {
  let smallest = body
  for (const name of Object.keys(body)) {
    if (name === 'model') continue
    const { [name]: _, ...rest } = smallest
    if (disagrees(rest)) smallest = rest
  }
  for (const [name, value] of Object.entries(smallest)) {
    if (name === 'model') continue
    for (const shorter of shorterThan(value)) {
      const candidate = { ...smallest, [name]: shorter }
      if (!disagrees(candidate)) continue
      smallest = candidate
      break
    }
  }
  return smallest
}

/** Shorter values of the same type, the shortest first. */
function shorterThan(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value.slice(1).map((_, index) => value.slice(0, index + 1))
  if (typeof value !== 'string') return []
  const points = [...value]
  const lengths = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].filter((length) => length < points.length)
  return lengths.map((length) => points.slice(0, length).join(''))
}
