import type { Catalogue, JsonSchema, JsonValue, Model } from '../../catalogue.js'
import type { Disagreement, RequestWitness } from '../event.js'
import { modelPairs, same } from '../pairs.js'
import { createJudges, type Judge, type JudgeParts } from './judge.js'
import { createRandom, tellingCharacters } from './random.js'
import { requestsFor } from './requests.js'

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
    const first = (direction === 'rejected' ? is : was)[0]
    if (first === undefined) continue
    const key = `${direction} ${first.rule} ${first.path.replace(/\/[0-9]+/g, '/*')}`
    if (found.has(key)) continue
    const smallest = shrink(
      { ...body, model },
      (smaller) => passes(smaller).length === 0 && rejects(smaller).some(({ rule }) => rule === first.rule),
    )
    found.set(key, {
      subject: model,
      witness: { body: smallest, now: direction, rule: first.rule, path: first.path },
    })
  }
  return [...found.values()]
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
