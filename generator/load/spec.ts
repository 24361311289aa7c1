import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { parseTree, getNodeValue, type Node, type ParseError } from 'jsonc-parser'
import type { JsonValue } from '../catalogue.js'

/** One JSON file of `spec/` with its text and its syntax tree, so that every remark on it can name a line and a column. */
export interface SpecFile {
  /** Path below `spec/`, with forward slashes. */
  path: string
  text: string
  /** The parsed value; undefined when nothing could be parsed. */
  value: JsonValue | undefined
  tree: Node | undefined
  syntaxErrors: ParseError[]
}

/** All JSON files of `spec/`, by path. */
export interface Spec {
  directory: string
  files: ReadonlyMap<string, SpecFile>
}

/** Reads every JSON file below a folder, in the order of their paths. Never throws for what a file says, only when it cannot be read. */
export type SpecLoader = (directory: string) => Promise<Spec>

/** A loader that keeps the files whose text is as it was the last time, and with them what was found out about each. */
export function createSpecLoader(): SpecLoader {
  let known: Spec['files'] = new Map()
  return async (directory) => {
    const spec = await readSpec(directory, known)
    known = spec.files
    return spec
  }
}

/** One reading of a specification. */
export const loadSpec: SpecLoader = (directory) => readSpec(directory, new Map())

async function readSpec(directory: string, known: Spec['files']): Promise<Spec> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(directory, path), 'utf8')
      const before = known.get(path)
      return before?.text === text ? before : parseSpecFile(path, text)
    }),
  )
  return { directory, files: new Map(files.map((file) => [file.path, file])) }
}

/** Parses one file; syntax errors are collected, not thrown. */
export function parseSpecFile(path: string, text: string): SpecFile {
  const syntaxErrors: ParseError[] = []
  const tree = parseTree(text, syntaxErrors, { disallowComments: true, allowTrailingComma: false })
  const value = tree === undefined ? undefined : (getNodeValue(tree) as JsonValue)
  return { path, text, value, tree, syntaxErrors }
}
