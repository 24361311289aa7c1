import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import { releaseInputs } from './pages/releases.js'
import { examplesFolder, readExamples, type Example } from './examples/examples.js'

/** Everything the site is made of: the catalogue, the generator's Markdown, and files served as they are. */
export interface SiteSource {
  catalogue: Catalogue
  /** The generator's Markdown, by path below `docs/`. */
  docs: ReadonlyMap<string, string>
  /** The SHA-256 of each compiled mapping of an upstream, by protocol, as records of proofs name it. */
  mappings: ReadonlyMap<string, string>
  /** The OpenAPI document. */
  openapi: Record<string, unknown>
  /** Files that are served as they are, by path below the site's root. */
  served: ReadonlyMap<string, string>
  /** Examples the sandbox rendered, by Model ID; a model of which none was rendered is shown without. */
  examples: ReadonlyMap<string, Example>
}

const readTree = async (folder: string, ending: string): Promise<[path: string, text: string][]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort()
  return await Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path, await readFile(join(folder, path), 'utf8')]),
  )
}

/** A document the generator wrote: its form is checked there, here only that it is the right file. */
const parsed = <Document extends object>(text: string, key: string): Document => {
  const value: unknown = JSON.parse(text)
  const isDocument = (candidate: unknown): candidate is Document =>
    typeof candidate === 'object' && candidate !== null && key in candidate
  if (!isDocument(value)) throw new Error(`A generated document has no ${key}. Run: npm run generate`)
  return value
}

/** The digest of a mapping, over its JSON without spaces; nothing for a module that holds none. */
const digestIn = (path: string, module: string): [protocol: string, digest: string][] => {
  const [, mapping] = /^export const mapping = (.*)$/ms.exec(module) ?? []
  if (mapping === undefined) return []
  const digest = createHash('sha256').update(JSON.stringify(JSON.parse(mapping)))
  return [[path.replace(/\.js$/, ''), digest.digest('hex')]]
}

/** Where the generated package is. */
export const generatedFolder = (): string =>
  dirname(fileURLToPath(import.meta.resolve('@model-tasks/documents/package.json')))

/** Documents that are served as they are, beside those that pages are made from. */
const otherDocuments = ['openapi.yaml', 'openapi-3.0.json', 'openapi-defaults.json', 'arazzo.yaml', 'directory.json']

/** Reads the generated package from `folder`. It is read from disk on every call, so that a rebuild sees what the generator wrote. */
export const readSource = async (folder = generatedFolder()): Promise<SiteSource> => {
  const text = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')
  const [catalogueText, openapiText, others, docs, schemas, vectors, upstreams] = await Promise.all([
    text('catalogue.json'),
    text('openapi.json'),
    Promise.all(otherDocuments.map(async (path): Promise<[string, string]> => [path, await text(path)])),
    readTree(join(folder, 'docs'), '.md'),
    readTree(join(folder, 'json-schema'), '.json'),
    readTree(join(folder, 'vectors'), '.json'),
    readTree(join(folder, 'upstreams'), '.js'),
  ])
  const catalogue = parsed<Catalogue>(catalogueText, 'models')
  const openapi = parsed<Record<string, unknown>>(openapiText, 'openapi')
  return {
    catalogue,
    openapi,
    examples: await readExamples(catalogue.models),
    docs: new Map(docs),
    mappings: new Map(upstreams.flatMap(([path, module]) => digestIn(path, module))),
    served: new Map([
      ['catalogue.json', catalogueText],
      ['openapi.json', openapiText],
      ...others,
      ...vectors.map(([path, vector]): [string, string] => [`vectors/${path}`, vector]),
      ...schemas.map(([path, schema]): [string, string] => [`json-schema/${path}`, schema]),
    ]),
  }
}

/** Everything a build reads, as files and folders: the generated package but for the site in it, this package, and what it imports or bundles of others. */
export const inputPaths = async (generated = generatedFolder()): Promise<string[]> => {
  const here = fileURLToPath(new URL('../', import.meta.url))
  const packages = ['@model-tasks/validation', '@model-tasks/client', '@model-tasks/cli/commands'].map((name) =>
    dirname(fileURLToPath(import.meta.resolve(name))),
  )
  const below = (await readdir(generated)).filter((name) => name !== 'site').map((name) => join(generated, name))
  const own = ['browser', 'content', 'dist', 'static', 'styles', 'templates'].map((name) => join(here, name))
  return [
    ...below,
    ...packages,
    ...own,
    ...releaseInputs(),
    ...(existsSync(examplesFolder()) ? [examplesFolder()] : []),
  ]
}
