import type { Catalogue, FindingKind, Model, UnknownFact } from '../catalogue.js'
import { inlineReferences } from '../load/resolve.js'
import type { Spec } from '../load/spec.js'
import { buildModel } from './model.js'
import { MalformedSpecError, Reader } from './read.js'
import { buildService } from './service.js'
import { buildTask } from './task.js'
import { buildTextClasses } from './text-classes.js'

const modelPath = /^models\/[^/]+\.schema\.json$/

/** Builds the catalogue from the files of `spec/`. Throws a MalformedSpecError or ReferenceError for what `check` would have reported. */
export type CatalogueBuilder = (spec: Spec) => Catalogue

/** A builder that keeps the models whose file, and all files they may share, are as they were the last time. */
export function createCatalogueBuilder(): CatalogueBuilder {
  let shared = ''
  let known = new Map<string, { text: string; model: Model }>()
  return (spec) => {
    const files = [...spec.files.values()]
    const sharedNow = JSON.stringify(
      files.filter(({ path }) => !modelPath.test(path)).map(({ path, text }) => [path, text]),
    )
    if (sharedNow !== shared) known = new Map()
    shared = sharedNow
    const built = files
      .filter(({ path }) => modelPath.test(path))
      .map(({ path, text }): [string, { text: string; model: Model }] => {
        const before = known.get(path)
        return [path, before?.text === text ? before : { text, model: buildModel(file(spec, path)) }]
      })
    known = new Map(built)
    return assemble(
      spec,
      built.map(([, { model }]) => model),
    )
  }
}

/** The catalogue of one reading of `spec/`. */
export function buildCatalogue(spec: Spec): Catalogue {
  return createCatalogueBuilder()(spec)
}

function assemble(spec: Spec, models: Model[]): Catalogue {
  const order = file(spec, 'service.json').texts('models')
  const position = new Map(order.map((id, index) => [id, index]))
  return {
    version: file(spec, 'version.json').text('version'),
    service: buildService(file(spec, 'service.json')),
    task: buildTask(file(spec, 'task.schema.json')),
    text: buildTextClasses(file(spec, 'text.json')),
    findings: file(spec, 'findings.json').objects('findings').map(findingKind),
    models: models.sort((left, right) => rank(position, left) - rank(position, right) || compare(left.id, right.id)),
    unknowns: file(spec, 'unknowns.json').objects('unknowns').map(unknownFact),
  }
}

function file(spec: Spec, path: string): Reader {
  const loaded = spec.files.get(path)
  if (loaded?.value === undefined) throw new MalformedSpecError(`spec/${path} is missing or no JSON`)
  return Reader.of(inlineReferences(spec, path, loaded.value), `spec/${path}#`)
}

function findingKind(kind: Reader): FindingKind {
  return {
    rule: kind.text('rule'),
    severity: kind.severity(),
    summary: kind.text('summary'),
    portable: kind.flag('portable'),
  }
}

function unknownFact(fact: Reader): UnknownFact {
  return { id: fact.text('id'), topic: fact.text('topic'), handling: fact.text('handling'), source: fact.source() }
}

/** Listed models first, in the order of the published list; then the others by id. */
function rank(position: ReadonlyMap<string, number>, model: Model): number {
  return position.get(model.id) ?? position.size
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
