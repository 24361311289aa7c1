import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A digest of everything that a run depends on beside the specification and its settings: the generator as it runs, its
 * sources (declarations in them are published), its templates, the changelog, the versions of all packages, and Node's.
 */
export function codeDigest(): string {
  const root = fileURLToPath(new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url))
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter(isCode)
    .sort()
  const hash = createHash('sha256').update(process.version)
  for (const path of [...paths, '../CHANGELOG.md', '../package-lock.json']) {
    const file = join(root, path)
    if (existsSync(file)) hash.update(`\0${path}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function isCode(path: string): boolean {
  return /\.(?:ts|js|hbs)$/.test(path) && !/\.d\.ts$|^(?:test|dist\/kept|node_modules)\//.test(path)
}
