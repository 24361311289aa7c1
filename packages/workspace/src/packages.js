import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'

/**
 * Every package that is published, those first that others depend on.
 *
 * @returns {{ folder: string, manifest: Record<string, any> }[]}
 */
export function publicPackages() {
  const all = ['generated/spec', 'generated', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)]
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.private !== true)
  const sorted = []
  while (sorted.length < all.length) {
    const done = new Set(sorted.map(({ manifest }) => manifest.name))
    const open = (name) => all.some(({ manifest }) => manifest.name === name) && !done.has(name)
    const next = all.find(
      ({ manifest }) => !done.has(manifest.name) && !Object.keys(manifest.dependencies ?? {}).some(open),
    )
    if (next === undefined) throw new Error('The dependencies of the published packages form a circle.')
    sorted.push(next)
  }
  return sorted
}
