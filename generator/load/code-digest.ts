import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { generatorFolder, repository, runningFolder } from './place.js'

/**
 * A digest of everything that a run depends on beside the specification and its settings: the generator as it runs, its
 * sources (declarations in them are published), its templates, the changelog, the versions of all packages, and Node's.
 */
export function codeDigest(): string {
  const hash = createHash('sha256').update(process.version)
  const include = (folder: URL, files: readonly URL[]): void => {
    for (const file of files) hash.update(`\0${file.href.slice(folder.href.length)}\0`).update(readFileSync(file))
  }
  include(generatorFolder, filesIn(generatorFolder, /\.(?:ts|hbs)$/, new Set(['test', 'dist', 'node_modules'])))
  // Two folders of the build hold none of this code: that of the bundles, and the one where thousands of texts are kept.
  include(runningFolder, filesIn(runningFolder, /\.js$/, new Set(['test', 'dist', 'node_modules', 'kept', 'bundled'])))
  const beside = ['CHANGELOG.md', 'package-lock.json'].map((path) => new URL(path, repository))
  include(repository, beside.filter(existsSync))
  return hash.digest('hex')
}

/** The files of a folder and its subfolders, but for those named in `apart`, in an order that is always the same. */
function filesIn(folder: URL, names: RegExp, apart = new Set<string>()): URL[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const name = encodeURIComponent(entry.name)
    if (!entry.isDirectory()) return names.test(entry.name) ? [new URL(name, folder)] : []
    return apart.has(name) ? [] : filesIn(new URL(`${name}/`, folder), names)
  })
}
