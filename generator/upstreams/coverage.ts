import { vectorsOf } from '../emit/vectors.js'
import type { Vector } from '../emit/vectors/vector.js'
import type { JsonSchema, Model } from '../catalogue.js'
import { digestOf, digestOfData } from '../digest.js'
import type { Extra, Shared } from '../file.js'
import { isObject } from '../load/json-object.js'
import { perModel } from '../per-model.js'
import { alikeRequests, type Alike } from './alike.js'
import { problemsOf, readBackwards } from './interpreter/reverse.js'
import { equal } from './interpreter/json.js'
import type { Mapping, ModelFacts, Operation, Row } from './interpreter/mapping.js'
import { absentAt, submitPath, toUpstream, withDefaults, type MappedBody } from './interpreter/request.js'
import { rowsFor } from './interpreter/rows.js'
import { modelFacts } from './model-facts.js'

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

/**
 * What is known of a model already, by mapping: in watch mode only what changed is covered anew. As texts, which take a
 * quarter of the memory, since thousands of models are known at a time.
 */
const known = perModel((_model): WeakMap<Mapping, string> => new WeakMap())

/** What a protocol covers of each model that has a reference and a kind it makes, where `coverModel` has found that out. */
export function coveragesOf(mapping: Mapping, models: readonly Model[]): { [modelId: string]: ModelCoverage } {
  return Object.fromEntries(
    models.flatMap((model) => {
      const text = known(model).get(mapping)
      return text === undefined ? [] : [[model.id, JSON.parse(text) as ModelCoverage]]
    }),
  )
}

/**
 * Finds out what each mapping covers of one model, where it makes models of that kind. What `keep` knows of the mappings and
 * of the model is not computed again: the vectors of a model are made of it and of what is shared.
 */
export function coverModel(
  model: Model,
  mappings: readonly Mapping[],
  shared: Shared,
  { keep }: Pick<Extra, 'keep'>,
): void {
  const coverages = known(model)
  const missing = mappings.filter(
    (mapping) => model.reference && mapping.operations[model.kind] !== undefined && !coverages.has(mapping),
  )
  if (missing.length === 0) return
  const kept = keep(
    () => ['coverage', [...missing, model, shared.text, shared.findings].map(digestOfData)],
    () => {
      const facts = modelFacts(model)
      const operations = missing.flatMap(({ operations: { [model.kind]: operation } }) => operation ?? [])
      const requests = alikeRequests(validRequests(vectorsOf(model, shared)), operations, facts)
      return JSON.stringify(modelCoverages(missing, requests, facts))
    },
  )
  for (const [index, coverage] of (JSON.parse(kept) as ModelCoverage[]).entries()) {
    const mapping = missing[index]
    if (mapping !== undefined) coverages.set(mapping, JSON.stringify(coverage))
  }
}

/** Of more tables than these, one is seldom met again. */
const maxFound = 100

/** By the first of the mappings: what is known of mappings that a change has replaced goes with them. */
const found = new WeakMap<Mapping, Map<string, ModelCoverage[]>>()

/**
 * How each mapping does with its requests of one model, found once for all models of which mappings can tell no more:
 * those that differ in a limit, a rule or a name that no mapping reads.
 */
function modelCoverages(
  mappings: readonly Mapping[],
  requests: readonly Alike[][],
  facts: ModelFacts,
): readonly ModelCoverage[] {
  const [first] = mappings
  if (first === undefined) return []
  const known = found.get(first) ?? new Map<string, ModelCoverage[]>()
  found.set(first, known)
  const told = requests.map((alike) => alike.map(({ key, count }) => [key, count]))
  const digest = digestOf(JSON.stringify([mappings.map(digestOfData), facts, told]))
  const coverages =
    known.get(digest) ?? mappings.map((mapping, index) => modelCoverage(mapping, requests[index] ?? [], facts))
  known.set(digest, coverages)
  const [oldest] = known.keys()
  if (known.size > maxFound && oldest !== undefined) known.delete(oldest)
  return coverages
}

/** The valid requests among vectors, without `model`. */
export function validRequests(vectors: readonly Vector[]): JsonSchema[] {
  return vectors.flatMap(({ valid, body }) => {
    if (!valid || !isObject(body)) return []
    const { model: _model, ...parameters } = body
    return [parameters]
  })
}

/** The operator's ID of the model at the upstream: no mapping knows it. */
const upstreamModel = 'model'

/** How a mapping does with requests of one model. */
export function modelCoverage(mapping: Mapping, requests: readonly Alike[], facts: ModelFacts): ModelCoverage {
  const coverage: ModelCoverage = { requests: 0, mapped: 0, rejected: 0, reasons: {}, dropped: [], identical: 0 }
  const dropped = new Set<string>()
  const explained = explainedBy(mapping, facts)
  const own = ownRows(mapping, facts)
  for (const { parameters, count } of requests) {
    coverage.requests += count
    const outcome = toUpstream(own, { facts, upstreamModel, parameters })
    if ('rejections' in outcome) {
      coverage.rejected += count
      for (const reason of new Set(outcome.rejections.map(({ parameter, reason: why }) => `${parameter}: ${why}`)))
        coverage.reasons[reason] = (coverage.reasons[reason] ?? 0) + count
      continue
    }
    coverage.mapped += count
    for (const name of outcome.dropped) dropped.add(name)
    if (comesBack(own, facts, explained, parameters, outcome)) coverage.identical += count
  }
  return { ...coverage, dropped: [...dropped].sort() }
}

/** The mapping without the rows of parameters that the model does not have: half of them, and no request gives those. */
function ownRows(mapping: Mapping, facts: ModelFacts): Mapping {
  const operation = mapping.operations[facts.kind]
  if (operation === undefined) return mapping
  const has = (name: string): boolean => Object.hasOwn(facts.parameters, name)
  const isOwn = ({ from }: Row): boolean =>
    'name' in from ? has(from.name) : 'names' in from ? from.names.every(has) : true
  const own: Operation = { ...operation, rows: rowsFor(operation, facts).filter(isOwn) }
  return { ...mapping, operations: { ...mapping.operations, [facts.kind]: own } }
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
  { body, dropped }: MappedBody,
): boolean {
  const operation = mapping.operations[facts.kind]
  if (operation === undefined || !isObject(body)) return false
  const path = submitPath(operation, { facts, upstreamModel, parameters })
  const back = readBackwards(operation, facts, body, absentAt(operation, path, upstreamModel))
  if (equal(parameters, back.parameters)) return true
  // What asks for the same gives the same body, unless it names what was left out for being a default: no need to map it.
  const asksTheSame =
    back.uploaded.size === 0 &&
    dropped.every((name) => !Object.hasOwn(back.parameters, name)) &&
    equal(withDefaults({ facts, parameters }), withDefaults({ facts, parameters: back.parameters }))
  if (asksTheSame) return true
  if (problemsOf(mapping, facts, body, upstreamModel, back).length > 0) return false
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
