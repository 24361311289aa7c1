import type { Catalogue, FindingKind, MediaTypeFacts, Model, UnknownFact } from '../catalogue.js'
import { inlineReferences } from '../load/resolve.js'
import type { Spec } from '../load/spec.js'
import { readModel } from './model.js'
import { MalformedSpecError, Reader } from './reader.js'
import { readService } from './service.js'
import { readTask } from './task.js'
import { readTextClasses } from './text-classes.js'

const modelPath = /^models\/[^/]+\.schema\.json$/

/** Reads the catalogue from the files of `spec/`. Throws a MalformedSpecError or ReferenceError for what `check` would have reported. */
export type CatalogueReader = (spec: Spec) => Catalogue

/** A reader that keeps the models whose file, and all files they may share, are as they were the last time. */
export function createCatalogueReader(): CatalogueReader {
  let shared = ''
  let known = new Map<string, { text: string; model: Model }>()
  return (spec) => {
    const files = [...spec.files.values()]
    const sharedNow = JSON.stringify(
      files.filter(({ path }) => !modelPath.test(path)).map(({ path, text }) => [path, text]),
    )
    if (sharedNow !== shared) known = new Map()
    shared = sharedNow
    const mediaTypes = readMediaTypes(spec)
    const built = files
      .filter(({ path }) => modelPath.test(path))
      .map(({ path, text }): [string, { text: string; model: Model }] => {
        const before = known.get(path)
        return [path, before?.text === text ? before : { text, model: readModel(file(spec, path), mediaTypes) }]
      })
    known = new Map(built)
    return assemble(
      spec,
      built.map(([, { model }]) => model),
    )
  }
}

/** The catalogue of one reading of `spec/`. */
export function readCatalogue(spec: Spec): Catalogue {
  return createCatalogueReader()(spec)
}

function assemble(spec: Spec, models: Model[]): Catalogue {
  const order = file(spec, 'service.json').texts('models')
  const position = new Map(order.map((id, index) => [id, index]))
  return {
    version: file(spec, 'version.json').text('version'),
    service: readService(file(spec, 'service.json')),
    task: readTask(file(spec, 'task.schema.json')),
    text: readTextClasses(file(spec, 'text.json')),
    findings: file(spec, 'findings.json').objects('findings').map(findingKind),
    models: models.sort((left, right) => rank(position, left) - rank(position, right) || compare(left.id, right.id)),
    unknowns: file(spec, 'unknowns.json').objects('unknowns').map(unknownFact),
    mediaTypes: [...readMediaTypes(spec).values()],
  }
}

function file(spec: Spec, path: string): Reader {
  const loaded = spec.files.get(path)
  if (loaded?.value === undefined) throw new MalformedSpecError(`spec/${path} is missing or no JSON`)
  return Reader.of(inlineReferences(spec, path, loaded.value), `spec/${path}#`)
}

/** The types that catalogues before 0.2.0 had without stating them; spec:diff reads those too. */
const earlierMediaTypes: readonly MediaTypeFacts[] = [
  { id: 'image', name: { en: 'image', zh: '图片' }, extension: 'png' },
  { id: 'video', name: { en: 'video', zh: '视频' }, extension: 'mp4' },
  { id: 'audio', name: { en: 'audio file', zh: '音频' }, extension: 'mp3' },
]

/** The types of media files that `media.schema.json` defines, by id. */
export function readMediaTypes(spec: Spec): Map<string, MediaTypeFacts> {
  const media = file(spec, 'media.schema.json')
  if (!media.has('x-types')) return new Map(earlierMediaTypes.map((type) => [type.id, type]))
  const types = media.object('x-types')
  return new Map(
    Object.keys(types.value).map((id) => {
      const facts = types.object(id)
      return [id, { id, name: facts.words('name'), extension: facts.text('extension') }]
    }),
  )
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
