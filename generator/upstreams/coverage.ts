import { modelVectors } from '../emit/vectors/model-vectors.js'
import type { Catalogue, JsonSchema, Model } from '../catalogue.js'
import { isObject } from '../load/resolve.js'
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

const validBodies = perModel((model, catalogue: Catalogue): JsonSchema[] =>
  modelVectors(model, catalogue).flatMap(({ valid, body }) => (valid && isObject(body) ? [body] : [])),
)

/** What is known of a model already, by the text of the mapping: in watch mode only what changed is covered anew. */
const coverages = perModel((_model): Map<string, ModelCoverage> => new Map())

/** The coverage of every model that has a reference and a kind the protocol makes. Pure. */
export function coverageOf(
  mapping: Mapping,
  catalogue: Catalogue,
  facts: { [modelId: string]: ModelFacts },
): { [modelId: string]: ModelCoverage } {
  const text = JSON.stringify(mapping)
  return Object.fromEntries(
    catalogue.models
      .filter((model) => model.reference && mapping.operations[model.kind] !== undefined)
      .flatMap((model) => {
        const known = facts[model.id]
        if (known === undefined) return []
        const earlier = coverages(model)
        const coverage = earlier.get(text) ?? modelCoverage(mapping, model, known, catalogue)
        earlier.set(text, coverage)
        return [[model.id, coverage] as const]
      }),
  )
}

function modelCoverage(mapping: Mapping, model: Model, facts: ModelFacts, catalogue: Catalogue): ModelCoverage {
  const coverage: ModelCoverage = { requests: 0, mapped: 0, rejected: 0, reasons: {}, dropped: [], identical: 0 }
  const dropped = new Set<string>()
  const explained = explainedBy(mapping, facts)
  for (const body of validBodies(model, catalogue)) {
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
