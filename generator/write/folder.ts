import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { digestOf } from '../digest.js'
import type { File } from '../file.js'
import type { Change } from './change.js'

/** Folders below `generated/` that are not made here: the site has its own builder, packages may be installed. */
const foreign = new Set(['site', 'node_modules'])

/** The path of a file and the digest of its text. */
export type FileDigest = readonly [path: string, digest: string]

/**
 * The folder of the generated files, the only place where the generator writes. Files are taken one by one, compared and,
 * unless `mode` is `check`, written: each appears whole or not at all. What `end` finds that nobody gave goes.
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
    const areThere = files.every(
      ([path, digest]) => this.#present.has(path) && digestOfFile(join(this.#directory, path)) === digest,
    )
    if (areThere) for (const [path] of files) this.#give(path)
    return areThere
  }

  /** Takes one file: answers its digest, and how it differs from what is there unless it is the same. */
  put({ path, content: after }: File): { digest: FileDigest; change?: Change } {
    this.#give(path)
    const file = join(this.#directory, path)
    const bytes = Buffer.from(after)
    const digest: FileDigest = [path, digestOf(bytes)]
    const before = this.#present.has(path) ? readFileSync(file) : undefined
    if (before?.equals(bytes)) return { digest }
    if (this.#mode === 'write') {
      this.#makeFolder(dirname(path))
      writeFileSync(`${file}.new`, bytes)
      renameSync(`${file}.new`, file)
    }
    return {
      digest,
      change:
        before === undefined
          ? { kind: 'missing', path, after }
          : { kind: 'changed', path, before: before.toString('utf8'), after },
    }
  }

  /** Every file that is there and was not given, which is removed with the folders that it leaves empty. */
  *end(): Generator<Change> {
    for (const path of [...this.#present].sort()) {
      if (this.#given.has(path)) continue
      const file = join(this.#directory, path)
      yield { kind: 'orphan', path, before: readFileSync(file, 'utf8') }
      if (this.#mode === 'check') continue
      rmSync(file)
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

function digestOfFile(file: string): string {
  const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true })
  const written = `${mtimeNs} ${ctimeNs} ${size} ${ino}`
  const earlier = known.get(file)
  if (earlier?.written === written) return earlier.digest
  const digest = digestOf(readFileSync(file))
  known.set(file, { digest, written })
  return digest
}

function removeEmptyFolders(folder: string, root: string): void {
  if (folder === root || readdirSync(folder).length > 0) return
  rmdirSync(folder)
  removeEmptyFolders(dirname(folder), root)
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
