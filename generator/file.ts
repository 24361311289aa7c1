import type { Catalogue, JsonSchema, Model } from './catalogue.js'
import type { Keep } from './memory.js'
import type { UpstreamFile } from './spec-types/files/upstream.js'

/** One file of `generated/`: its path relative to that folder and its whole text. */
export interface File {
  path: string
  content: string
}

/**
 * A file about all models in pieces, each made when it is asked for, once. As one text it would be held several times over,
 * with two bytes per character where one of them is Chinese.
 */
export interface LargeFile {
  path: string
  pieces: Iterable<string>
}

/** A file as one text. Of a large one the pieces are used up. */
export function wholeFile(file: File | LargeFile): File {
  return 'content' in file ? file : { path: file.path, content: [...file.pieces].join('') }
}

/** What an emitter may use beside the catalogue, read from disk before it starts. */
export interface Extra {
  /** Where the documents are published; ends with a slash. */
  baseAddress: string
  /** `catalogue.ts` and the files of its types: the published types are these declarations. */
  catalogueDeclarations: File[]
  /** The declaration of `DirectoryEntry` in `directory.ts`. */
  directoryDeclarations: string
  /** The declaration of `ModelFacts` in `emit/types/model-facts.ts`. */
  modelFactsDeclarations: string
  /** The declarations of `ParameterFacts` and `ModelTextFacts` in `text-facts.ts`. */
  textFactsDeclarations: string
  /** The declaration of `ModelValidatorFacts` in `emit/validators/facts.ts`. */
  validatorFactsDeclarations: string
  /** The compiled text of `emit/validators/checks.ts`, whose functions the validators are made of. */
  validatorChecks: string
  /** The text of `CHANGELOG.md`. */
  changelog: string
  /** The compiled modules that interpret upstream mappings, as they are published. */
  interpreter: File[]
  /** The module that checks and compiles protocols outside the catalogue. */
  protocolCompiler: string
  /** The compiled modules that measure requests by what the catalogue describes, as they are published. */
  measures: File[]
  /** The compiled modules that put findings into words, as they are published. */
  messages: File[]
  /** The schemas of `spec/meta`, by their names there. */
  metaSchemas: readonly (readonly [name: string, schema: JsonSchema])[]
  /** The checked files of `spec/upstreams`. */
  upstreams: readonly UpstreamFile[]
  /** What `make` makes of `inputs`, which may be kept from an earlier run of the same generator: `inputs` are all that the text depends on. */
  keep: Keep
}

/** What the catalogue says of no model in particular. The files of one model depend on this and on that model. */
export type Shared = Omit<Catalogue, 'models'>

/**
 * One output of the generator. Pure: the same catalogue gives the same bytes on every machine. First the files of each
 * model are made, model by model, so that nothing of one is held while the next is made; then those about all models.
 */
export interface Emitter {
  name: string
  /** The files of one model, which depend on no other model. */
  model?: (model: Model, shared: Shared, extra: Extra) => Iterable<File>
  /** The files about the catalogue as a whole, made one after the other as they are asked for. */
  catalogue?: (catalogue: Catalogue, extra: Extra) => Iterable<File | LargeFile>
}
