import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A digest of everything that a run depends on beside the specification and its settings: the generator as it runs, its
 * sources (declarations in them are published), its templates, the changelog, the versions of all packages, and Node's.
 */
export function codeDigest(): string {
  const root = fileURLToPath(new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url))
  const paths = [...codeIn(root)].sort()
  const hash = createHash('sha256').update(process.version)
  for (const path of [...paths, '../CHANGELOG.md', '../package-lock.json']) {
    const file = join(root, path)
    if (existsSync(file)) hash.update(`\0${path}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Folders that hold no code of a run. Thousands of texts are kept in one of them. */
const apart = new Set(['test', 'dist/kept', 'node_modules'])

function* codeIn(root: string, folder = ''): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`
    if (!entry.isDirectory()) {
      if (/\.(?:ts|js|hbs)$/.test(path) && !path.endsWith('.d.ts')) yield path
    } else if (!apart.has(path)) yield* codeIn(root, `${path}/`)
  }
}
