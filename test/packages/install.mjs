/**
 * Installs the packages under pnpm's strict layout, where a package sees what it names and nothing else: every entry is
 * imported and required, both executables answer. What npm installs is used by the rehearsal of a release.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packages, root, run } from './archives.mjs'

const pnpm = join(root, 'test/node_modules/pnpm/bin/pnpm.cjs')

export async function check({ archives, folder, report }) {
  // The packages name each other by version, and these versions are not on the registry.
  const files = Object.fromEntries(Object.entries(archives).map(([name, archive]) => [name, `file:${archive}`]))
  const byPnpm = await project(join(folder, 'pnpm'), { dependencies: files, pnpm: { overrides: files } })
  await report('pnpm installs all packages', async () => {
    await run(
      process.execPath,
      [pnpm, 'install', '--ignore-scripts', '--prefer-offline', '--no-frozen-lockfile'],
      byPnpm,
    )
  })
  await report('every entry can be imported', () => load(byPnpm, 'import'))
  await report('every entry can be required', () => load(byPnpm, 'require'))
  await report('the executables answer', async () => {
    for (const name of ['model-tasks', 'model-tasks-service'])
      await run(join(byPnpm, 'node_modules/.bin', name), ['--help'], byPnpm)
  })
}

/** An empty project. Answers its folder. */
async function project(place, more) {
  await mkdir(place)
  await writeFile(join(place, 'package.json'), JSON.stringify({ name: 'empty', private: true, ...more }, null, 2))
  return place
}

/** Imports or requires every entry of every package in a process of its own. */
async function load(place, how) {
  const entries = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((entry) => !entry.includes('*') && !/\.(json|ya?ml)$/.test(entry) && entry !== './bin')
      .map((entry) => `${manifest.name}${entry.slice(1)}`),
  )
  const file = how === 'import' ? 'load.mjs' : 'load.cjs'
  const lines = entries.map((entry) =>
    how === 'import' ? `await import(${JSON.stringify(entry)})` : `require(${JSON.stringify(entry)})`,
  )
  await writeFile(join(place, file), `${lines.join('\n')}\nprocess.exit(0)\n`)
  await run(process.execPath, [file], place)
}
