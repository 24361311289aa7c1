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

/** A folder or a file of a specification that cannot be read; its message says which and why. */
export class UnreadableSpecError extends Error {
  override readonly name = 'UnreadableSpecError'
}

/**
 * Reads every JSON file below a folder, in the order of their paths. Never throws for what a file says; throws an
 * UnreadableSpecError when the folder or a file cannot be read.
 */
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
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) =>
    unreadable(directory, 'folder', error),
  )
  const paths = entries
    // A link counts for the file that it leads to.
    .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && entry.name.endsWith('.json'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(directory, path), 'utf8').catch((error: unknown) =>
        unreadable(join(directory, path), 'file', error),
      )
      const before = known.get(path)
      if (before?.text === text) return before
      try {
        return parseSpecFile(path, text)
      } catch (error) {
        // The parser calls itself for each level.
        return unreadable(
          join(directory, path),
          'file',
          error instanceof RangeError ? 'it is nested too deeply' : error,
        )
      }
    }),
  )
  return { directory, files: new Map(files.map((file) => [file.path, file])) }
}

function unreadable(path: string, what: 'folder' | 'file', error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const reason = reasons[code] ?? code
  throw new UnreadableSpecError(`${path} cannot be read as a ${what}: ${reason}`)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is nothing of that name',
  ENOTDIR: 'it is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  ELOOP: 'its links lead in a circle',
}

/** Parses one file; syntax errors are collected, not thrown. */
export function parseSpecFile(path: string, text: string): SpecFile {
  const syntaxErrors: ParseError[] = []
  const tree = parseTree(text, syntaxErrors, { disallowComments: true, allowTrailingComma: false })
  const value = tree === undefined ? undefined : (getNodeValue(tree) as JsonValue)
  return { path, text, value, tree, syntaxErrors }
}
