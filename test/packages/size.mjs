/** What an installation of the client takes on disk: the client and every package that comes with it, as they are published. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { packages } from './archives.mjs'
import { publishedFolder } from '../../packages/workspace/src/published.js'

const most = 2_000_000

export async function check({ report }) {
  await report('npm install @model-tasks/client brings at most 2 MB', async () => {
    const sizes = await Promise.all(
      installedWith('@model-tasks/client').map(async (name) => [name, await sizeOf(name)]),
    )
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    const parts = sizes.map(([name, size]) => `${name} ${Math.round(size / 1000)} kB`).join(', ')
    if (total > most) throw new Error(`${Math.round(total / 1000)} kB: ${parts}`)
    return `${Math.round(total / 1000)} kB: ${parts}`
  })
}

/** A package and what it depends on, which is of this repository alone. */
function installedWith(name) {
  const found = new Set([name])
  for (const each of found) {
    const manifest = packages.find((one) => one.manifest.name === each)?.manifest
    if (manifest === undefined)
      throw new Error(`${each} is not a package of this repository: add its size to this check`)
    for (const dependency of Object.keys(manifest.dependencies ?? {})) found.add(dependency)
  }
  return [...found]
}

async function sizeOf(name) {
  const folder = publishedFolder(name)
  const paths = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = paths.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)))
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0)
}
