import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { digestOf, digestOfAll } from '../digest.js'
import type { File, LargeFile } from '../file.js'
import type { Change } from './change.js'

/** Folders below `generated/` that are not made here: the site has its own builder, packages may be installed. */
const foreign = new Set(['site', 'node_modules'])

/** The path of a file and the digest of its text. */
export type FileDigest = readonly [path: string, digest: string]

/**
 * The folder of the generated files, the only place where the generator writes. Files are taken one by one, compared and,
 * unless `mode` is `check`, written: each appears whole or not at all. `end` removes what was not given.
 */
export class OutFolder {
  readonly #directory: string
  readonly #mode: 'write' | 'check'
  readonly #present: Set<string>
  readonly #given = new Set<string>()
  /** Folders that are there, as far as is known. */
  readonly #folders = new Set<string>()

  constructor(directory: string, mode: 'write' | 'check') {
    this.#directory = directory
    this.#mode = mode
    this.#present = filesBelow(directory)
  }

  /** How many files were given. */
  get files(): number {
    return this.#given.size
  }

  /** Whether these files are there as their digests say; then they count as given. */
  has(files: readonly FileDigest[]): boolean {
    const areThere = files.every(([path, digest]) => digestOfFile(join(this.#directory, path)) === digest)
    if (areThere) for (const [path] of files) this.#give(path)
    return areThere
  }

  /** Takes one file: answers its digest, and how it differs from what is there unless it is the same. */
  put(made: File | LargeFile): { digest: FileDigest; change?: Change } {
    const { path } = made
    this.#give(path)
    const file = join(this.#directory, path)
    const bytes = Array.from('content' in made ? [made.content] : made.pieces, (text) => Buffer.from(text))
    const digest: FileDigest = [path, digestOfAll(bytes)]
    // To look for what is not there takes longer than to know it.
    const before = this.#present.has(path) ? bytesOf(file) : undefined
    if (before !== undefined && digestOf(before) === digest[1]) return { digest }
    if (this.#mode === 'write') {
      this.#makeFolder(dirname(path))
      // A name of this process: another run may write the same file at this moment.
      const temporary = `${file}.${process.pid}.new`
      writeAll(temporary, bytes)
      renameSync(temporary, file)
    }
    // Only who shows the difference needs the text.
    const change = {
      path,
      get after() {
        return Buffer.concat(bytes).toString('utf8')
      },
    }
    if (before === undefined) return { digest, change: Object.assign(change, { kind: 'missing' as const }) }
    return { digest, change: Object.assign(change, { kind: 'changed' as const, before: before.toString('utf8') }) }
  }

  /**
   * Every file that was there from the beginning, still is and was not given, which is removed with the folders that it
   * leaves empty. What another run began to write since then is its own.
   */
  *end(): Generator<Change> {
    for (const path of [...this.#present].sort()) {
      if (this.#given.has(path)) continue
      const file = join(this.#directory, path)
      if (lstatSync(file, { throwIfNoEntry: false }) === undefined) continue
      yield { kind: 'orphan', path, before: bytesOf(file)?.toString('utf8') ?? '' }
      if (this.#mode === 'check') continue
      rmSync(file, { force: true })
      removeEmptyFolders(dirname(file), this.#directory)
    }
  }

  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return
    mkdirSync(join(this.#directory, path), { recursive: true })
    this.#folders.add(path)
  }

  #give(path: string): void {
    if (this.#given.has(path)) throw new Error(`two emitters make generated/${path}`)
    this.#given.add(path)
  }
}

/** Digests of files that were read in this process, with what tells that they have not been written since. */
const known = new Map<string, { digest: string; written: string }>()

/** The digest of a file; undefined where there is none. */
function digestOfFile(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined) return undefined
  const { mtimeNs, ctimeNs, size, ino } = stats
  const written = `${mtimeNs} ${ctimeNs} ${size} ${ino}`
  const earlier = known.get(file)
  if (earlier?.written === written) return earlier.digest
  const bytes = bytesOf(file)
  if (bytes === undefined) return undefined
  const digest = digestOf(bytes)
  known.set(file, { digest, written })
  return digest
}

/** Writes a file of these parts. */
function writeAll(file: string, parts: readonly Buffer[]): void {
  const descriptor = openSync(file, 'w')
  try {
    // Each call writes the whole of what it is given.
    for (const part of parts) writeFileSync(descriptor, part)
  } finally {
    closeSync(descriptor)
  }
}

/** The bytes of a file; undefined where there is none, or no longer: another run may have removed it. */
function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function removeEmptyFolders(folder: string, root: string): void {
  if (folder === root) return
  try {
    rmdirSync(folder)
  } catch (error) {
    // Another run may have removed it, or written into it.
    if (isCode(error, 'ENOTEMPTY') || isCode(error, 'ENOENT')) return
    throw error
  }
  removeEmptyFolders(dirname(folder), root)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function filesBelow(directory: string): Set<string> {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return new Set()
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .split(sep)
        .join('/'),
    )
  return new Set(paths.filter((path) => !foreign.has(path.split('/')[0] ?? '')))
}
