/**
 * Installs the packages under pnpm's strict layout, where a package sees what it names and nothing else: every entry is
 * imported and required, both executables answer; and with Yarn's Plug'n'Play, which leaves them in archives and has file handles of
 * its own. What npm installs is used by the rehearsal of a release.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { packages, root, run } from './archives.mjs'
import { startPublished } from './service.mjs'

const yarn = join(root, 'test/node_modules/@yarnpkg/cli-dist/bin/yarn.js')
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
  await withPlugAndPlay(files, { folder, report })
}

async function withPlugAndPlay(files, { folder, report }) {
  // Not the codecs: Yarn asks for those of every platform, which not every mirror of the registry has.
  const { sharp: images, mediabunny } = packages.find(({ manifest }) => manifest.name === '@model-tasks/sandbox')
    .manifest.peerDependencies
  const peers = { sharp: images, mediabunny, 'file-type': '22.3.0', 'probe-image-size': '7.5.0' }
  const place = await project(join(folder, 'yarn'), {
    type: 'module',
    dependencies: { ...files, ...peers },
    resolutions: files,
  })
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'], root)
  await writeFile(
    join(place, '.yarnrc.yml'),
    `nodeLinker: pnp
enableGlobalCache: false
enableScripts: false
enableTelemetry: false
globalFolder: ./.yarn/global
npmRegistryServer: ${JSON.stringify(registry.trim())}
unsafeHttpWhitelist: ['*']
`,
  )
  // Without one, Yarn takes the folder for a part of a project above.
  await writeFile(join(place, 'yarn.lock'), '')
  const byYarn = (words, more = {}) =>
    run(process.execPath, [yarn, ...words], place, { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', ...more })
  await report("Yarn installs all packages with Plug'n'Play", async () => void (await byYarn(['install'])))
  await report("files, download, batch, journal and media with Plug'n'Play", async () => {
    await copyFile(join(root, 'test/packages/consumers/lazy.mjs'), join(place, 'lazy.mjs'))
    await sharp({ create: { width: 640, height: 480, channels: 3, background: '#246' } })
      .png()
      .toFile(join(place, 'picture.png'))
    return (await byYarn(['node', 'lazy.mjs', join(place, 'picture.png')])).stdout.trim()
  })
  await report("the service and the terminal with Plug'n'Play make an image", async () => {
    const service = await startPublished(place, [yarn, 'model-tasks-service'])
    try {
      const { baseUrl, apiKey } = JSON.parse(await readFile(join(place, 'data/local-credentials.json'), 'utf8'))
      await byYarn(['model-tasks', 'run', 'beta-5.0', 'prompt=A boat', '--out', 'boat.png'], {
        MODEL_TASKS_BASE_URL: baseUrl,
        MODEL_TASKS_API_KEY: apiKey,
      })
    } finally {
      await service.stop()
    }
    const { format } = await sharp(join(place, 'boat.png')).metadata()
    if (format !== 'png') throw new Error(`boat.png is ${format}`)
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
