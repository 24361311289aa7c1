/**
 * Installs the packages into empty projects, with npm and under pnpm's strict layout, and uses them there: every entry
 * imported and required, both executables, a service that renders beside a terminal.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { install, packages, root, run } from './archives.mjs'
import { startPublished } from './service.mjs'

const pnpm = join(root, 'test/node_modules/pnpm/bin/pnpm.cjs')

export async function check({ archives, folder, report }) {
  const byNpm = await project(join(folder, 'npm'), {})
  await report('npm installs all packages without a warning about Node', async () => {
    const { stderr } = await install(byNpm, Object.values(archives))
    const warnings = stderr.split('\n').filter((line) => line.includes('EBADENGINE'))
    if (warnings.length > 0) throw new Error(warnings.join('\n'))
  })
  await report('every entry can be imported', () => load(byNpm, 'import'))
  await report('every entry can be required', () => load(byNpm, 'require'))
  await report('the executables answer', async () => {
    for (const name of ['model-tasks', 'model-tasks-service']) {
      await run(process.execPath, [join(byNpm, 'node_modules/.bin', name), '--help'], byNpm)
    }
  })
  await report('a service renders for a terminal', () => render(byNpm))

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
  await report('every entry can be imported in the layout of pnpm', () => load(byPnpm, 'import'))
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

async function render(place) {
  const service = await startPublished(place)
  try {
    const request = [
      'run',
      'sd_2.0_discount',
      'prompt=A paper boat',
      'duration=4',
      'resolution=480p',
      '--out',
      'clip.mp4',
    ]
    await run(process.execPath, [join(place, 'node_modules/.bin/model-tasks'), ...request], place)
    const head = (await readFile(join(place, 'clip.mp4'))).subarray(4, 8).toString('latin1')
    if (head !== 'ftyp') throw new Error(`clip.mp4 begins with ${head}`)
  } finally {
    await service.stop()
  }
}
