import type { JsonSchema, MediaTypeFacts, Model, Words } from '../catalogue.js'
import { inlineReferences } from '../load/resolve.js'
import { fileNameOf, idOfFileName } from '../measures/file-name.js'
import type { Spec, SpecFile } from '../load/spec.js'
import type { Language } from '../messages/language.js'
import { readerOf } from './file.js'
import { readLanguages } from './languages.js'
import { readMediaTypes } from './media-types.js'
import { readModel } from './model.js'
import { MalformedSpecError, Reader, type Unread } from './reader.js'

/** What came of reading one model file: the model, or why there is none, and the keywords that nothing read. */
export type Reading = { model: Model; unread: readonly Unread[] } | { error: MalformedSpecError }

interface Known {
  /** Every file that is not a model's: a model may refer to any of them. */
  shared: readonly SpecFile[]
  inlined: JsonSchema
  reading?: Reading
}

const modelPath = /^models\/([^/]+)\.schema\.json$/
const known = new WeakMap<SpecFile, Known>()

/** What is read of every model by. */
interface SharedFacts {
  mediaTypes: Map<string, MediaTypeFacts>
  languages: Record<keyof Words, Language>
}

interface Shared {
  files: readonly SpecFile[]
  facts?: SharedFacts
}

const ofSpec = new WeakMap<Spec, Shared>()

/** The Model ID that a path below `spec/` names, or undefined when it is not that of a model file. */
export function modelIdOf(path: string): string | undefined {
  const name = modelPath.exec(path)?.[1]
  return name === undefined ? undefined : idOfFileName(name)
}

/** Where the file of a model stands below `spec/`. */
export function modelPathOf(id: string): string {
  return `models/${fileNameOf(id)}.schema.json`
}

function isModelPath(path: string): boolean {
  return modelIdOf(path) !== undefined
}

/**
 * One model file, read once for as long as it and all shared files are what they were: the same file then gives the same
 * model, by which watching makes only what a change asks for. Throws a ReferenceError for a reference that leads nowhere.
 */
export function readModelFile(spec: Spec, file: SpecFile): Reading {
  const entry = entryOf(spec, file)
  entry.reading ??= read(entry.inlined, file.path, sharedFacts(spec))
  return entry.reading
}

/** A model file with its references inlined. Throws a ReferenceError for one that leads nowhere. */
export function inlinedModelFile(spec: Spec, file: SpecFile): JsonSchema {
  return entryOf(spec, file).inlined
}

function entryOf(spec: Spec, file: SpecFile): Known {
  const { files: shared } = sharedOf(spec)
  const earlier = known.get(file)
  if (earlier !== undefined && isSame(earlier.shared, shared)) return earlier
  const { value } = Reader.of(inlineReferences(spec, file.path, file.value ?? null), `spec/${file.path}#`)
  const entry: Known = { shared, inlined: value }
  known.set(file, entry)
  return entry
}

function read(inlined: JsonSchema, path: string, { mediaTypes, languages }: SharedFacts): Reading {
  const reader = new Reader(inlined, `spec/${path}#`)
  try {
    const model = readModel(reader, mediaTypes, languages)
    return { model, unread: reader.unread() }
  } catch (error) {
    if (error instanceof MalformedSpecError) return { error }
    throw error
  }
}

function sharedOf(spec: Spec): Shared {
  const known = ofSpec.get(spec) ?? { files: [...spec.files.values()].filter(({ path }) => !isModelPath(path)) }
  ofSpec.set(spec, known)
  return known
}

function sharedFacts(spec: Spec): SharedFacts {
  const state = sharedOf(spec)
  state.facts ??= { mediaTypes: readMediaTypes(spec), languages: readLanguages(readerOf(spec, 'findings.json')) }
  return state.facts
}

function isSame(left: readonly SpecFile[], right: readonly SpecFile[]): boolean {
  return left === right || (left.length === right.length && left.every((file, index) => file === right[index]))
}
