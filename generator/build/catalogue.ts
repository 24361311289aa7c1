import type { Catalogue, FindingKind, Model, UnknownFact } from '../catalogue.js'
import { inlineReferences } from '../load/resolve.js'
import type { Spec } from '../load/spec.js'
import { buildModel } from './model.js'
import { MalformedSpecError, Reader } from './read.js'
import { buildService } from './service.js'
import { buildTask } from './task.js'
import { buildTextClasses } from './text-classes.js'

const modelPath = /^models\/[^/]+\.schema\.json$/

/** The whole catalogue from the files of `spec/`. Throws a MalformedSpecError or ReferenceError for what `check` would have reported. */
export function buildCatalogue(spec: Spec): Catalogue {
  const order = file(spec, 'service.json').texts('models')
  const position = new Map(order.map((id, index) => [id, index]))
  const models = [...spec.files.keys()].filter((path) => modelPath.test(path)).map((path) => buildModel(file(spec, path)))
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
  return { rule: kind.text('rule'), severity: kind.severity(), summary: kind.text('summary'), portable: kind.flag('portable') }
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
