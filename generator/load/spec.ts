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

/** Reads every JSON file below `directory`, in the order of their paths. Never throws for what a file says, only when it cannot be read. */
export async function loadSpec(directory: string): Promise<Spec> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  const files = await Promise.all(
    paths.map(async (path) => parseSpecFile(path, await readFile(join(directory, path), 'utf8'))),
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
