import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** File -> the files that it imports, types and dynamic imports included. Paths are from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

interface Manifest {
  name: string
  exports?: Record<string, { source?: string }>
  imports?: Record<string, { source?: Record<string, string> }>
}

/** Reads the imports of the sources of every package, of the scripts of the docs site and of the generator. */
export function readImports(): ImportGraph {
  const packages = readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'src')))
  const manifests = new Map(packages.map((folder) => [folder, manifestOf(folder)]))
  const files = ['generator', 'packages/site/browser', ...packages.map((folder) => `${folder}/src`)].flatMap(sources)
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [file, specifiers(text).flatMap((specifier) => resolve(file, specifier, manifests) ?? [])]
    }),
  )
}

/** The package (or `generator`) that a file belongs to. */
export function packageOf(file: string): string {
  return file.startsWith('packages/') ? (file.split('/')[1] ?? '') : (file.split('/')[0] ?? '')
}

/** The files from one to another along imports, both included; undefined when there is no way. */
export function pathBetween(graph: ImportGraph, from: string, to: string): string[] | undefined {
  const before = new Map<string, string | undefined>([[from, undefined]])
  for (const file of before.keys()) {
    if (file === to) {
      const path = [file]
      for (let at = before.get(file); at !== undefined; at = before.get(at)) path.unshift(at)
      return path
    }
    for (const next of graph.get(file) ?? []) if (!before.has(next)) before.set(next, file)
  }
  return undefined
}

/** Groups of files that import each other in a circle. */
export function circles(graph: ImportGraph, within: (file: string) => boolean): string[][] {
  const found = new Map<string, string[]>()
  for (const [file, imports] of graph) {
    if (!within(file)) continue
    for (const next of imports) {
      const back = within(next) ? pathBetween(graph, next, file) : undefined
      if (back) found.set([...back].sort().join(' '), back)
    }
  }
  return [...found.values()]
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !/^(dist|test|node_modules)[\\/]/.test(path))
    .map((path) => `${folder}/${path}`)
}

function specifiers(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
}

function resolve(file: string, specifier: string, manifests: ReadonlyMap<string, Manifest>): string | undefined {
  if (specifier.startsWith('.')) {
    const path = relative(root, join(root, dirname(file), specifier)).replace(/\.js$/, '.ts')
    return existsSync(join(root, path)) ? path : undefined
  }
  if (/^@model-tasks\/(spec|documents)(\/|$)/.test(specifier)) return 'generated'
  for (const [folder, { name, exports = {}, imports = {} }] of manifests) {
    const own = file.startsWith(`${folder}/`) ? imports[specifier]?.source?.node : undefined
    if (own) return `${folder}/${own.slice(2)}`
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue
    const source = exports[`.${specifier.slice(name.length)}`]?.source
    return source ? `${folder}/${source.slice(2)}` : `${folder}/src/index.ts`
  }
  return undefined
}
