import type { Catalogue, Model } from '../catalogue.js'
import type { Extra, File, LargeFile, Shared } from '../file.js'
import { notice } from '../emit/notice.js'
import { compileMapping } from './compile.js'
import { coveragesOf, coverModel } from './coverage.js'
import type { Mapping } from './interpreter/mapping.js'
import { modelFactsOf } from './model-facts.js'
import { indexedProtocol, indexPage, protocolPage, type IndexedProtocol } from './page.js'
import type { UpstreamFile } from '../spec-types/files/upstream.js'

/** What each mapping covers of one model, for the files about all of them: while the model's vectors are there. */
export function emitModelUpstreams(model: Model, shared: Shared, extra: Extra): File[] {
  coverModel(model, extra.upstreams.map(mappingOf), shared, extra)
  return []
}

const mappings = new WeakMap<UpstreamFile, Mapping>()

function mappingOf(source: UpstreamFile): Mapping {
  const mapping = mappings.get(source) ?? compileMapping(source)
  mappings.set(source, mapping)
  return mapping
}

/** The compiled mappings with their interpreter, what each covers, and a page on each. */
export function* emitUpstreams(
  catalogue: Catalogue,
  {
    upstreams,
    interpreter,
    protocolCompiler,
    keep,
  }: Pick<Extra, 'upstreams' | 'interpreter' | 'protocolCompiler' | 'keep'>,
): Generator<File | LargeFile> {
  // Of models whose files are there already nothing was made in this run.
  for (const model of catalogue.models) coverModel(model, upstreams.map(mappingOf), catalogue, { keep })
  const facts = modelFactsOf(catalogue)
  const protocols: IndexedProtocol[] = []
  for (const source of upstreams) {
    const mapping = mappingOf(source)
    const { protocol } = mapping
    // Of one protocol at a time: of thousands of models and all protocols it is more than the catalogue itself.
    const coverage = coveragesOf(mapping, catalogue.models)
    yield {
      path: `upstreams/${protocol}.js`,
      content: `${notice}export const mapping = ${JSON.stringify(mapping, null, 1)}\n`,
    }
    yield { path: `upstreams/${protocol}.d.ts`, content: mappingDeclaration }
    yield { path: `docs/upstreams/${protocol}.md`, content: protocolPage(source, coverage) }
    protocols.push(indexedProtocol(source, Object.values(coverage)))
  }
  yield { path: 'upstreams/coverage.json', pieces: coverageText(upstreams.map(mappingOf), catalogue.models) }
  const names = protocols.map(({ source }) => source.protocol)
  yield { path: 'upstreams/index.js', content: indexCode(names) }
  yield { path: 'upstreams/index.d.ts', content: indexDeclaration(names) }
  yield { path: 'upstreams/models.js', content: `${notice}export const models = ${JSON.stringify(facts, null, 1)}\n` }
  yield { path: 'upstreams/models.d.ts', content: modelsDeclaration }
  yield { path: 'upstreams/compiler.js', content: notice + protocolCompiler }
  yield { path: 'upstreams/compiler.d.ts', content: compilerDeclaration }
  yield* interpreter.map(({ path, content }) => ({ path, content: notice + content }))
  yield { path: 'docs/upstreams.md', content: indexPage(protocols) }
}

/** What each protocol covers of each model, one protocol after the other. */
function* coverageText(mappings: readonly Mapping[], models: readonly Model[]): Generator<string> {
  yield '{'
  for (const [index, mapping] of mappings.entries()) {
    const coverage = JSON.stringify(coveragesOf(mapping, models), null, 1).replaceAll('\n', '\n ')
    yield `${index === 0 ? '' : ','}\n ${JSON.stringify(mapping.protocol)}: ${coverage}`
  }
  yield '\n}\n'
}

const mappingDeclaration = `${notice}import type { Mapping } from './interpreter/index.js'

/** The protocol, compiled. */
export declare const mapping: Mapping
`

const modelsDeclaration = `${notice}import type { ModelFacts } from './interpreter/index.js'

/** What mappings need to know of every model, by Model ID. */
export declare const models: { readonly [modelId: string]: ModelFacts }
`

function indexCode(protocols: readonly string[]): string {
  const loaders = protocols.map(
    (protocol) => `  ${JSON.stringify(protocol)}: () => import(${JSON.stringify(`./${protocol}.js`)}),\n`,
  )
  return `${notice}export const protocols = ${JSON.stringify(protocols)}\nexport const loaders = {\n${loaders.join('')}}\n`
}

function indexDeclaration(protocols: readonly string[]): string {
  const union = protocols.map((protocol) => JSON.stringify(protocol)).join(' | ') || 'never'
  return `${notice}import type { Mapping } from './interpreter/index.js'

/** The upstream protocols that have a mapping. */
export type Protocol = ${union}

/** All protocols, in the order of their names. */
export declare const protocols: readonly Protocol[]

/** Loads the mapping of one protocol. */
export declare const loaders: { readonly [protocol in Protocol]: () => Promise<{ mapping: Mapping }> }
`
}

const compilerDeclaration = `${notice}import type { Mapping } from './interpreter/mapping.js'
/** A file that describes a protocol. \`name\`: what it is called, without \`.json\`. */
export interface ProtocolFile {
  name: string
  text: string
}
/** A protocol that was compiled, or every mistake in its file, each with its code, place and hint. */
export type CompiledProtocol = { name: string } & ({ mapping: Mapping } | { mistakes: string[] })
/** Checks and compiles protocols that are not in the catalogue. \`folder\`: what stands before their names in mistakes. */
export declare const compileProtocols: (files: readonly ProtocolFile[], folder: string) => CompiledProtocol[]
`
