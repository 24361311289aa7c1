import type { Catalogue, FindingKind, Model, UnknownFact } from '../catalogue.js'
import type { Spec } from '../load/spec.js'
import { readerOf } from './file.js'
import { readLanguages } from './languages.js'
import { readMediaTypes } from './media-types.js'
import { modelIdOf, readModelFile } from './model-file.js'
import type { Reader } from './reader.js'
import { readService } from './service.js'
import { readTask } from './task.js'
import { readTextClasses } from './text-classes.js'

/** Reads the catalogue from the files of `spec/`. Throws a MalformedSpecError or ReferenceError for what `check` would have reported. */
export function readCatalogue(spec: Spec): Catalogue {
  const service = readerOf(spec, 'service.json')
  const position = new Map(service.texts('models').map((id, index) => [id, index]))
  const models = [...spec.files.values()].flatMap((file): Model[] => {
    if (modelIdOf(file.path) === undefined) return []
    const reading = readModelFile(spec, file)
    if ('error' in reading) throw reading.error
    return [reading.model]
  })
  models.sort((left, right) => rank(position, left) - rank(position, right) || compare(left.id, right.id))
  return {
    version: readerOf(spec, 'version.json').text('version'),
    service: readService(service),
    task: readTask(readerOf(spec, 'task.schema.json'), models),
    text: readTextClasses(readerOf(spec, 'text.json')),
    findings: readerOf(spec, 'findings.json').objects('findings').map(findingKind),
    languages: readLanguages(readerOf(spec, 'findings.json')),
    models,
    unknowns: readerOf(spec, 'unknowns.json').objects('unknowns').map(unknownFact),
    mediaTypes: [...readMediaTypes(spec).values()],
    // Catalogues before 0.2.0, which spec:diff reads too, have none.
    synonyms: spec.files.has('synonyms.json')
      ? readerOf(spec, 'synonyms.json').objects('synonyms').map(synonymGroup)
      : [],
  }
}

function findingKind(kind: Reader): FindingKind {
  return {
    rule: kind.text('rule'),
    severity: kind.severity(),
    summary: kind.text('summary'),
    portable: kind.flag('portable'),
    ...(kind.has('becomes') ? { becomes: announcement(kind.object('becomes')) } : {}),
  }
}

function announcement(becomes: Reader): NonNullable<FindingKind['becomes']> {
  return { rule: becomes.text('rule'), on: becomes.oneOf('on', ['until', 'from']) }
}

function unknownFact(fact: Reader): UnknownFact {
  return { id: fact.text('id'), topic: fact.text('topic'), handling: fact.text('handling'), source: fact.source() }
}

function synonymGroup(group: Reader): Catalogue['synonyms'][number] {
  return { id: group.text('id'), words: group.texts('words').map((word) => word.toLowerCase()) }
}

/** Listed models first, in the order of the published list; then those that say so themselves, then the others, by id. */
function rank(position: ReadonlyMap<string, number>, model: Model): number {
  return position.get(model.id) ?? position.size + (model.listed ? 0 : 1)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
