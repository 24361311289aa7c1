import { isUtf8 } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { JsonSchema } from '../catalogue.js'
import { loadCode, type LoadedCode } from './loaded-code.js'
import { metaCode } from './meta-code.js'
import { isObject } from './json-object.js'
import { parseSpecFile, type SpecFile } from './spec-file.js'

export { parseSpecFile, type SpecFile }

/** All JSON files of `spec/`, by path. */
export interface Spec {
  directory: string
  files: ReadonlyMap<string, SpecFile>
  /** Paths of files that are not JSON, where a loader has looked: nothing reads them. */
  others?: readonly string[]
  /** The meta-schemas among them, compiled, where a loader has done that: see `metaCode`. */
  meta?: CompiledMeta | undefined
}

/** Validators as the exports of a module: `meta0` is that of the first path, and so on. */
export interface CompiledMeta {
  paths: readonly string[]
  /** Compiled, or read, when it is asked for: a megabyte. Undefined when the meta-schemas do not compile. */
  code: () => LoadedCode | undefined
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
  let known: Spec | undefined
  return async (directory) => (known = await readSpec(directory, known))
}

/** One reading of a specification. */
export const loadSpec: SpecLoader = (directory) => readSpec(directory)

async function readSpec(directory: string, known?: Spec): Promise<Spec> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) =>
    unreadable(directory, 'folder', error),
  )
  for (const entry of entries) {
    if (!entry.name.endsWith('.json') || entry.isFile() || entry.isSymbolicLink()) continue
    unreadable(
      join(entry.parentPath, entry.name),
      'file',
      entry.isDirectory() ? 'it is a folder' : 'it is not a regular file',
    )
  }
  const all = entries
    // A link counts for the file that it leads to.
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  const paths = all.filter((path) => path.endsWith('.json'))
  const files = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(join(directory, path)).catch((error: unknown) =>
        unreadable(join(directory, path), 'file', error),
      )
      if (bytes.length > maxBytes)
        unreadable(
          join(directory, path),
          'file',
          `it has more than ${maxBytes / 2 ** 20} MiB, which no file of facts has`,
        )
      if (!isUtf8(bytes)) unreadable(join(directory, path), 'file', 'it is not UTF-8')
      const text = bytes.toString('utf8')
      const before = known?.files.get(path)
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
  const byPath = new Map(files.map((file) => [file.path, file]))
  return { directory, files: byPath, others: all.filter(isOther), meta: compiledMeta(files, known) }
}

/** A file that says something and is not JSON. What systems and editors leave behind is hidden, or ends in a tilde. */
function isOther(path: string): boolean {
  return !path.endsWith('.json') && !/(?:^|\/)\.|~$/.test(path)
}

function compiledMeta(files: readonly SpecFile[], known: Spec | undefined): CompiledMeta {
  const meta = files.filter(({ path }) => path.startsWith('meta/'))
  if (known?.meta !== undefined && meta.every((file) => known.files.get(file.path) === file)) return known.meta
  const schemas = meta.flatMap(({ path, value, syntaxErrors }): [string, JsonSchema][] =>
    syntaxErrors.length === 0 && isObject(value) ? [[path, value]] : [],
  )
  let loaded: LoadedCode | undefined
  const code = (): LoadedCode | undefined => {
    const text = loaded === undefined ? metaCode(schemas) : undefined
    return (loaded ??= text === undefined ? undefined : loadCode(text))
  }
  return { paths: schemas.map(([path]) => path), code }
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

/** More than any file of facts has, and far from what engines can search and split. */
const maxBytes = 16 * 2 ** 20
