import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))

/** What stands in the place of modules that open connections by themselves, by the end of what is imported. */
const instead = {
  '/guarded-fetch.js': join(here, 'world/guarded-fetch.ts'),
  pg: join(here, 'world/postgres-driver.ts'),
}

/**
 * Puts the simulation and the sources of the packages into one file, so that no import is left that would be loaded while the
 * simulation runs, in a time of its own. Answers the path of the file.
 *
 * @param {string} entry name of a file of this folder
 */
export async function bundleSimulation(entry) {
  const folder = join(root, 'node_modules/.cache/simulation')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${createHash('sha256').update(`${here}${entry}`).digest('hex').slice(0, 12)}.mjs`)
  await build({
    entryPoints: [join(here, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    conditions: ['source'],
    logLevel: 'warning',
    plugins: [{ name: 'simulation', setup }],
  })
  return outfile
}

/** @param {import('esbuild').PluginBuild} bundler */
function setup(bundler) {
  bundler.onResolve({ filter: /^pg$|\/guarded-fetch\.js$/ }, ({ path, importer }) => {
    const [, place] = Object.entries(instead).find(([end]) => path.endsWith(end)) ?? []
    return importer.includes('/packages/') && place !== undefined ? { path: place } : undefined
  })
  // Packages of others stay outside; those of the workspace are taken from their sources.
  bundler.onResolve({ filter: /^[^./#]/ }, ({ path }) =>
    path.startsWith('@model-tasks/') || path.startsWith('node:') ? undefined : { path, external: true },
  )
  bundler.onLoad({ filter: /\/packages\/.*\.ts$/ }, ({ path }) => {
    const source = apart(path, readFileSync(path, 'utf8'))
    return { contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' }
  })
}

/** The maps of modules in which a process keeps what goes on in it, by the end of the module's path. */
const ofProcess = { '/packages/client/src/download/shared.ts': 'const running = new Map<' }

/**
 * A module with its maps apart for each simulated process, since all of them run in one: a download that a kill has ended is not
 * joined by the process that is started after it.
 *
 * @param {string} path
 * @param {string} source
 */
function apart(path, source) {
  const [, declaration] = Object.entries(ofProcess).find(([end]) => path.endsWith(end)) ?? []
  if (declaration === undefined) return source
  if (!source.includes(declaration)) throw new Error(`${path} has no "${declaration}" any more; correct ofProcess`)
  return source.replace(declaration, declaration.replace('new Map<', 'new globalThis.MapOfProcess<'))
}
