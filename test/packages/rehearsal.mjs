/**
 * Uses the packages as the registry of the rehearsal has them, in empty projects with nothing of this repository around them: on
 * every Node that they support, with npm 10 and 11, in Jest and in bundlers, and by the README's first example.
 */
import { chmod, copyFile, cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, transform } from 'esbuild'
import { checkImports } from '../../packages/workspace/src/check-imports.js'
import { installLocked } from '../../packages/workspace/src/test-tools.js'
import { packages, root, run, withoutNode } from './archives.mjs'
import { checkNext, checkStandalone } from './next.mjs'
import { startPublished } from './service.mjs'
import { toRegistry } from './registry.mjs'

const tools = join(root, 'test/packages/consumers')
const installed = (path) => join(tools, 'node_modules', path)
const vite = installed('vite/bin/vite.js')
const next = installed('next/dist/bin/next')
const media = ['probe-image-size', 'mediabunny', 'file-type']

export async function check({ registry, folder, report }) {
  await installLocked(tools)
  const env = toRegistry(registry)
  const project = await emptyProject(join(folder, 'project'))
  const names = packages.map(({ manifest }) => manifest.name)
  await report(`npm ${await npmVersion(project)} installs every package from a registry`, () =>
    npm(['install', ...quiet, ...names, ...media], project, env),
  )
  await atTheirOldest({ folder, report, env })
  for (const name of names)
    await report(`every file of ${name} loads where it is installed`, async () => {
      return `${await checkImports(join(project, 'node_modules', name))} files`
    })

  // What npx fetched for a rehearsal before this one has the same version, and other bytes.
  const fetching = { ...env, npm_config_cache: join(folder, 'npm-cache') }
  await oldNpm({ folder, report, env: fetching })
  await nothingInstalled({ folder, report, env: fetching })
  await onEveryNode({ project, report })
  await onServers({ project, report })
  await withoutMedia(project, async () => {
    await onServersWithout({ project, report })
    await onWorkers({ project, report })
    await inTools({ project, report })
  })
  const place = join(project, 'tools/standalone')
  await checkStandalone({ folder, place, next, picture: join(project, 'picture.png'), report })
  await firstExample({ project, report, env })
}

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--strict-peer-deps']

async function emptyProject(place) {
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  return place
}

/** npm, without what the user's own file of settings says. */
function npm(args, cwd, env) {
  return run('npm', args, cwd, env)
}

async function npmVersion(cwd) {
  return (await run('npm', ['--version'], cwd)).stdout.trim()
}

/** npm warns of a package whose dependencies need a newer Node than it says itself. */
async function atTheirOldest({ folder, report, env }) {
  const oldestOf = ({ manifest }) => /\d+/.exec(manifest.engines.node)[0]
  for (const major of new Set(packages.map(oldestOf))) {
    const project = await emptyProject(join(folder, `oldest-${major}`))
    const names = packages.filter((one) => oldestOf(one) === major).map(({ manifest }) => manifest.name)
    await report(`on Node ${major} npm warns of no package that says to run there, nor of what it needs`, () =>
      onNode(`node${major}`, async (program) => {
        const words = [installed('npm10/bin/npm-cli.js'), 'install', '--dry-run', ...quiet, ...names]
        const { stderr } = await run(program, words, project, env)
        const warnings = stderr.split('\n').filter((line) => line.includes('EBADENGINE'))
        if (warnings.length > 0) throw new Error(warnings.join('\n'))
        return names.join(', ')
      }),
    )
  }
}

/** npm 10 comes with Node 20 and 22: it installs the client, and runs the terminal without an installation. */
async function oldNpm({ folder, report, env }) {
  const project = await emptyProject(join(folder, 'npm-10'))
  const cli = installed('npm10/bin/npm-cli.js')
  await report('npm 10 installs the client, and runs model-tasks by its name', async () => {
    await run(process.execPath, [cli, 'install', ...quiet, '@model-tasks/client'], project, env)
    const { stdout } = await run(
      process.execPath,
      [cli, 'exec', '--yes', '--', 'model-tasks', '--version'],
      project,
      env,
    )
    const { version } = JSON.parse(
      await readFile(join(project, 'node_modules/@model-tasks/client/package.json'), 'utf8'),
    )
    if (!stdout.includes(version)) throw new Error(`expected version ${version}, got ${stdout}`)
  })
}

/** The terminal alone, as `npx` fetches it: it fetches the service itself. */
async function nothingInstalled({ folder, report, env }) {
  const project = await emptyProject(join(folder, 'nothing'))
  await report('"npx model-tasks try" makes a video where nothing is installed', async () => {
    const began = performance.now()
    await npm(['exec', '--yes', '--', 'model-tasks', 'try', '--out', 'boat.mp4'], project, env)
    if ((await readFile(join(project, 'boat.mp4'))).subarray(4, 8).toString('latin1') !== 'ftyp')
      throw new Error('boat.mp4 is not a video')
    return `${((performance.now() - began) / 1000).toFixed(1)} s with the downloads`
  })
}

/** One task through each part that is loaded when it is needed. */
async function onEveryNode({ project, report }) {
  const picture = join(project, 'picture.png')
  const { default: sharp } = await import('sharp')
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#246' } })
    .png()
    .toFile(picture)
  await copyFile(join(tools, 'lazy.mjs'), join(project, 'lazy.mjs'))
  for (const name of ['node20', 'node22', 'node24'])
    await report(`files, download, batch, journal and media on ${name}`, () =>
      onNode(name, async (program) => (await run(program, ['lazy.mjs', picture], project)).stdout.trim()),
    )
}

/** Hands the program of a Node to `use`. Says so where npm has installed none. */
async function onNode(name, use) {
  const program = installed(`${name}/bin/node`)
  if (!existsSync(program)) return `skipped: its npm package is not installed on ${process.platform} ${process.arch}`
  // npm's package has it as a file that may not be run.
  await chmod(program, 0o755).catch(() => {})
  return use(program)
}

/** A program for a server is bundled, too. */
async function onServers({ project, report }) {
  const entry = join(project, 'server.mjs')
  await copyFile(join(tools, 'server.mjs'), entry)
  await report('what webpack has bundled for a server finds the libraries that read media', async () => {
    await byWebpack(entry, { target: 'node', output: { path: join(project, 'served'), filename: 'server.cjs' } })
    const { stdout } = await run(process.execPath, ['served/server.cjs', join(project, 'picture.png')], project)
    if (stdout.trim() !== 'png 640x480') throw new Error(`expected png 640x480, got ${stdout}`)
  })
}

/** Does something while the libraries that read media are not there. */
async function withoutMedia(project, work) {
  const places = media.map((name) => join(project, 'node_modules', name))
  for (const place of places) await rename(place, `${place}-aside`)
  try {
    await work()
  } finally {
    for (const place of places) await rename(`${place}-aside`, place)
  }
}

/** What is optional need not be installed where a program is bundled. */
async function onServersWithout({ project, report }) {
  const entry = join(project, 'server.mjs')
  const without = (bundler) => `${bundler} bundles for a server where no library that reads media is installed`
  await report(without('webpack'), () =>
    byWebpack(entry, { target: 'node', output: { path: join(project, 'webpack') } }),
  )
  await report(without('esbuild'), () => byEsbuild(entry, 'node'))
  await report(without('Vite'), () =>
    run(process.execPath, [vite, 'build', '--ssr', 'server.mjs', '--outDir', 'vite', '--logLevel', 'warn'], project),
  )
}

/** Neither what is optional nor Node is there. */
async function onWorkers({ project, report }) {
  const entry = join(project, 'worker.mjs')
  await writeFile(entry, withoutNode)
  await report('esbuild bundles for a worker', () => byEsbuild(entry, 'browser'))
}

/** Rejects with what webpack says against a bundle, warnings included. A bundle for a server is not minimised. */
async function byWebpack(entry, options) {
  const webpack = createRequire(join(tools, 'package.json'))('webpack')
  const optimization = { minimize: options.target !== 'node' }
  const stats = await new Promise((resolve, reject) =>
    webpack({ mode: 'production', optimization, context: dirname(entry), entry, ...options }, (error, result) =>
      error ? reject(error) : resolve(result),
    ),
  )
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true })
  if (errors.length + warnings.length > 0)
    throw new Error([...errors, ...warnings].map(({ message }) => message).join('\n'))
}

async function byEsbuild(entry, platform) {
  const { warnings } = await build({
    entryPoints: [entry],
    bundle: true,
    platform,
    format: 'esm',
    write: false,
    outdir: dirname(entry),
    splitting: true,
  })
  if (warnings.length > 0) throw new Error(JSON.stringify(warnings))
}

async function inTools({ project, report }) {
  const place = join(project, 'tools')
  await cp(join(tools, 'app'), place, { recursive: true })
  await report('Jest loads the client, and runs a task', () =>
    run(process.execPath, [installed('jest/bin/jest.js'), '--rootDir', place], place),
  )
  const contents = join(place, 'browser.mjs')
  await report('Vite builds a page', () => run(process.execPath, [vite, 'build', '--logLevel', 'warn'], place))
  await report('esbuild bundles a page', () => byEsbuild(contents, 'browser'))
  await report('webpack bundles a page', () => byWebpack(contents, { output: { path: join(place, 'webpack') } }))
  // npm has installed the React that a package of ours works beside. Next demands one version of both parts.
  for (const name of ['next', 'react', 'react-dom']) {
    const link = join(project, 'node_modules', name)
    await rm(link, { recursive: true, force: true })
    await symlink(installed(name), link)
  }
  await checkNext({ project, place: join(place, 'next'), next, report })
}

/** What the README shows first, without a clone: the service, the terminal and the program. */
async function firstExample({ project, report, env }) {
  await report("the README's first commands and its program, with nothing but the packages", async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const service = await startPublished(project)
    try {
      const [command = ''] = /^npx model-tasks run .*$/m.exec(readme) ?? []
      await run('bash', ['-ec', command], project, env)
      const [, source = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
      await writeFile(join(project, 'program.mjs'), (await transform(source, { loader: 'ts', format: 'esm' })).code)
      const { baseUrl, apiKey } = JSON.parse(await readFile(join(project, 'data/local-credentials.json'), 'utf8'))
      await run(process.execPath, ['program.mjs'], project, {
        MODEL_TASKS_BASE_URL: baseUrl,
        MODEL_TASKS_API_KEY: apiKey,
      })
      for (const name of ['boat.mp4', 'clip.mp4'])
        if ((await readFile(join(project, name))).subarray(4, 8).toString('latin1') !== 'ftyp')
          throw new Error(`${name} is not a video`)
    } finally {
      await service.stop()
    }
  })
}
