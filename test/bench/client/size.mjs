// What each package weighs: installed with all it brings, and bundled for a browser.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { names } from './clients.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')
const RUN_TARGET = 10_000
const FILES_TARGET = 5
const VALIDATOR_TARGET = 2500

const OURS = {
  '@model-tasks/client': 'release/node_modules/@model-tasks/client',
  '@model-tasks/validation': 'release/node_modules/@model-tasks/validation',
  '@model-tasks/spec': 'release/node_modules/@model-tasks/spec',
}

/** Files of a folder, in bytes on disk; only what would be published. */
function weigh(folder, published) {
  let total = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (
      entry.name === 'node_modules' ||
      entry.name.endsWith('.tsbuildinfo') ||
      (published && !published.includes(entry.name))
    )
      continue
    const path = join(folder, entry.name)
    total += entry.isDirectory() ? weigh(path) : statSync(path).size
  }
  return total
}

/** A package and everything it depends on: folder by name. */
function closure(name, found = new Map()) {
  const folder = OURS[name] ? join(root, OURS[name]) : join(here, 'node_modules', name)
  if (found.has(name) || !existsSync(folder)) return found
  found.set(name, folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const dependency of Object.keys(dependencies)) closure(dependency, found)
  return found
}

/** A package as an application's bundler takes it: dynamic imports become files of their own. */
async function bundled(contents) {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents,
      resolveDir: contents.includes('@model-tasks/') ? join(root, 'release') : here,
      sourcefile: 'entry.js',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    splitting: true,
    legalComments: 'none',
    outdir: join(here, 'out'),
    write: false,
    metafile: true,
    absWorkingDir: here,
    logLevel: 'silent',
    external: ['node:*', 'stream', 'crypto', 'fs', 'path', 'http', 'https', 'os', 'util', 'buffer', 'events'],
  })
  const gzipped = (paths) =>
    paths.length === 0
      ? 0
      : gzipSync(paths.map((output) => outputFiles.find(({ path }) => path === join(here, output)).text).join('\n'), {
          level: 9,
        }).length
  const outputs = Object.entries(metafile.outputs)
  /** What loads with an output: itself and its static imports. */
  const closureOf = (output, loaded = new Set()) => {
    if (loaded.has(output)) return loaded
    loaded.add(output)
    for (const { path, kind } of metafile.outputs[output].imports)
      if (kind === 'import-statement' && metafile.outputs[path]) closureOf(path, loaded)
    return loaded
  }
  const outputOf = (part) =>
    outputs.find(([, { entryPoint }]) => entryPoint !== undefined && part.test(entryPoint))?.[0]
  return { outputOf, closureOf, gzipped, all: gzipped(outputs.map(([path]) => path)) }
}

/** Everything a peer exports, its default too where it has one. */
async function peerBundle(name) {
  const all = `export * from ${JSON.stringify(name)}`
  const { all: bytes } = await bundled(`${all}; export { default } from ${JSON.stringify(name)}`).catch(() =>
    bundled(all),
  )
  return String(bytes)
}

/** Everything that one `run()` loads, checking included. */
async function ownBundle() {
  const { outputOf, closureOf, gzipped } = await bundled("export { ModelTasks } from '@model-tasks/client'")
  const parts = {
    core: outputOf(/entry\.js$/u),
    checking: outputOf(/client\/dist\/submit\/prepare\.js$/u),
    validator: outputOf(/validators\/sd_2\.0_discount\.js$/u),
  }
  const loaded = new Set()
  const own = {}
  for (const [name, output] of Object.entries(parts)) {
    if (output === undefined) throw new Error(`the bundle has no file for ${name}; run npm run build`)
    const added = [...closureOf(output)].filter((path) => !loaded.has(path))
    for (const path of added) loaded.add(path)
    own[name] = gzipped(added)
  }
  const run = gzipped([...loaded])
  return {
    run,
    files: loaded.size,
    validator: own.validator,
    text: `a run ${run} in ${loaded.size} files: core ${own.core}, checking ${own.checking}, its model's validator ${own.validator}`,
  }
}

export async function sizes() {
  console.log('\nSize (installed: with dependencies; bundle: minified and gzipped, for a browser):\n')
  console.log('| package | installed KiB | packages | browser bundle B |\n|---|---|---|---|')
  let broken = 0
  for (const name of names) {
    const packageName = name === 'ours' ? '@model-tasks/client' : name
    const packages = closure(packageName)
    const kib =
      [...packages.values()].reduce(
        (sum, folder) =>
          sum +
          weigh(
            folder,
            OURS[packageName]
              ? [...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).files, 'package.json']
              : undefined,
          ),
        0,
      ) / 1024
    const own = name === 'ours' ? await ownBundle() : undefined
    if (own && (own.run > RUN_TARGET || own.files > FILES_TARGET || own.validator > VALIDATOR_TARGET)) broken++
    console.log(`| ${name} | ${kib.toFixed(0)} | ${packages.size} | ${own ? own.text : await peerBundle(name)} |`)
  }
  console.log(
    `\nTargets: everything one run() loads ≤ ${RUN_TARGET} B in ≤ ${FILES_TARGET} files, one model's validator ≤ ${VALIDATOR_TARGET} B of it.`,
  )
  return broken
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await sizes()) > 0 ? 1 : 0
