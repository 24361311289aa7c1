import { vectorText } from '../emit/vectors.js'
import type { Vector } from '../emit/vectors/vector.js'
import type { Catalogue, JsonSchema, Model } from '../catalogue.js'
import type { Extra } from '../file.js'
import { isObject } from '../load/json-object.js'
import { perModel } from '../per-model.js'
import { fromUpstream } from './interpreter/reverse.js'
import { equal } from './interpreter/json.js'
import type { Mapping, ModelFacts } from './interpreter/mapping.js'
import { toUpstream } from './interpreter/request.js'

/** How one protocol does with the valid vectors of one model. */
export interface ModelCoverage {
  /** Valid requests of the model's vectors. */
  requests: number
  mapped: number
  rejected: number
  /** How many requests each reason rejects; one request may have several. */
  reasons: { [reason: string]: number }
  /** Parameters whose default is not sent, because the upstream has no parameter for it. */
  dropped: string[]
  /** Mapped requests that come back the same when the upstream's body is read backwards, apart from what rows and drops say they lose. */
  identical: number
}

/** What is known of a model already, by the text of the mapping: in watch mode only what changed is covered anew. */
const coverages = perModel((_model): Map<string, ModelCoverage> => new Map())

/**
 * For each protocol the coverage of every model that has a reference and a kind the protocol makes. What `keep` knows of
 * a mapping, the facts and the vectors of a model is not computed again.
 */
export function coverageOf(
  mappings: readonly Mapping[],
  catalogue: Catalogue,
  facts: { [modelId: string]: ModelFacts },
  keep: Extra['keep'],
): { [modelId: string]: ModelCoverage }[] {
  const all = mappings.map((mapping) => {
    const coverage: { [modelId: string]: ModelCoverage } = {}
    return { mapping, text: JSON.stringify(mapping), coverage }
  })
  // A model's requests are large; they are there while its protocols are gone through, and not for longer.
  for (const model of catalogue.models) {
    const known = facts[model.id]
    const own = all.filter(({ mapping }) => mapping.operations[model.kind] !== undefined)
    if (!model.reference || known === undefined) continue
    const missing = own.filter(({ text }) => !coverages(model).has(text))
    for (const [text, coverage] of covered(missing, model, known, catalogue, keep)) coverages(model).set(text, coverage)
    for (const { text, coverage } of own) {
      const found = coverages(model).get(text)
      if (found !== undefined) coverage[model.id] = found
    }
  }
  return all.map(({ coverage }) => coverage)
}

/** The coverage of one model by each of some mappings. */
function covered(
  mappings: readonly { mapping: Mapping; text: string }[],
  model: Model,
  facts: ModelFacts,
  catalogue: Catalogue,
  keep: Extra['keep'],
): [text: string, coverage: ModelCoverage][] {
  if (mappings.length === 0) return []
  const vectors = vectorText(model, catalogue)
  const kept = keep([mappings.map(({ text }) => text), facts, vectors], () => {
    const bodies = (JSON.parse(vectors) as Vector[]).flatMap(({ valid, body }) =>
      valid && isObject(body) ? [body] : [],
    )
    return JSON.stringify(mappings.map(({ mapping }) => modelCoverage(mapping, bodies, facts)))
  })
  return (JSON.parse(kept) as ModelCoverage[]).flatMap((coverage, index) => {
    const mapping = mappings[index]
    return mapping === undefined ? [] : [[mapping.text, coverage]]
  })
}

function modelCoverage(mapping: Mapping, bodies: readonly JsonSchema[], facts: ModelFacts): ModelCoverage {
  const coverage: ModelCoverage = { requests: 0, mapped: 0, rejected: 0, reasons: {}, dropped: [], identical: 0 }
  const dropped = new Set<string>()
  const explained = explainedBy(mapping, facts)
  for (const body of bodies) {
    const { model: _model, ...parameters } = body
    coverage.requests++
    const outcome = toUpstream(mapping, { facts, upstreamModel: 'model', parameters })
    if ('rejections' in outcome) {
      coverage.rejected++
      for (const reason of new Set(outcome.rejections.map(({ parameter, reason: why }) => `${parameter}: ${why}`)))
        coverage.reasons[reason] = (coverage.reasons[reason] ?? 0) + 1
      continue
    }
    coverage.mapped++
    for (const name of outcome.dropped) dropped.add(name)
    if (isObject(outcome.body) && comesBack(mapping, facts, explained, parameters, outcome.body)) coverage.identical++
  }
  return { ...coverage, dropped: [...dropped].sort() }
}

/** Parameters of which a row or a drop says what it loses: that is explained, not lost. */
function explainedBy(mapping: Mapping, facts: ModelFacts): Set<string> {
  const operation = mapping.operations[facts.kind]
  const oneWay = (operation?.rows ?? []).filter((row) => row.oneWay !== undefined)
  return new Set([
    ...(operation?.drops ?? []).map(({ parameter }) => parameter),
    ...(operation?.rows ?? []).flatMap(({ to, from }) =>
      oneWay.every((row) => !equal([...row.to], [...to]))
        ? []
        : 'name' in from
          ? [from.name]
          : 'names' in from
            ? from.names
            : [],
    ),
  ])
}

/** Whether reading the body backwards gives the request: with the defaults that were sent, and without empty lists. */
function comesBack(
  mapping: Mapping,
  facts: ModelFacts,
  explained: ReadonlySet<string>,
  parameters: JsonSchema,
  body: JsonSchema,
): boolean {
  const back = fromUpstream(mapping, facts, body, 'model')
  if ('problems' in back) return false
  const said = (request: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(request).filter(
        ([name, value]) =>
          !explained.has(name) &&
          !(Array.isArray(value) && value.length === 0) &&
          !equal(value, facts.parameters[name]?.default) &&
          facts.parameters[name]?.values?.length !== 1,
      ),
    )
  return equal(said(parameters), said(back.parameters))
}
