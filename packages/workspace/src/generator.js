import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.js'

const source = join(root, 'generator')
const target = join(source, 'dist/bundled')

/** The programs of the generator, each with its source: `npm run generate`, and the commands on `spec/`. */
const programs = {
  main: 'main.ts',
  new: 'new/main.ts',
  import: 'import/main.ts',
  diff: 'diff/main.ts',
  'spec-types': 'spec-types/main.ts',
  drift: 'upstreams/drift/main.ts',
}

/** What only one of them needs, seldom, and is large. */
const external = ['fast-check', 'json-schema-to-typescript', 'oxfmt', 'ts-morph', 'typescript']

/** Longer than any run lasts. */
const maxAge = 24 * 60 * 60 * 1000

/**
 * The address of one of the generator's programs, in few files with all that it imports: to load its modules and those of
 * the packages one by one takes a third of a second. Made anew, without checking types, where a source or the
 * lockfile has changed.
 *
 * @param {string} program
 * @returns {Promise<string>}
 */
export async function bundledProgram(program) {
  if (!Object.hasOwn(programs, program))
    throw new Error(`"${program}" is not a program of the generator; there are ${Object.keys(programs).join(', ')}`)
  const folder = join(
    target,
    createHash('sha256')
      .update(await stampOfSources())
      .digest('hex')
      .slice(0, 16),
  )
  if (!existsSync(folder)) {
    const temporary = `${folder}.${process.pid}.new`
    await bundle(temporary)
    // Whole or not at all: two may begin at the same moment, and the first one stays.
    await rename(temporary, folder).catch(() => rm(temporary, { recursive: true, force: true }))
    await removeOlder()
  }
  return pathToFileURL(join(folder, `${program}.js`)).href
}

async function bundle(outdir) {
  const { build } = await import('esbuild')
  await build({
    entryPoints: Object.entries(programs).map(([out, path]) => ({ in: join(source, path), out })),
    outdir,
    bundle: true,
    splitting: true,
    external,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    // The oldest Node that runs this. A year, such as es2022, would leave out the attributes of imports.
    target: 'node20.19',
    platform: 'node',
    // Of some packages only this one can be bundled.
    mainFields: ['module', 'main'],
    sourcemap: true,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'error',
  })
}

/** Removes what is no longer run; another run may still load a part of a younger one. */
async function removeOlder() {
  for (const name of await readdir(target)) {
    const { mtimeMs } = await stat(join(target, name))
    if (mtimeMs < Date.now() - maxAge) await rm(join(target, name), { recursive: true, force: true })
  }
}

/** Says of every source, and of the lockfile of the packages in the bundle, when it was written, and how large it is. */
async function stampOfSources() {
  const paths = await sourcesIn('')
  const lines = [...paths.sort(), '../package-lock.json'].map(async (path) => {
    const { mtimeMs, size } = await stat(join(source, path))
    return `${path} ${mtimeMs} ${size}\n`
  })
  return (await Promise.all(lines)).join('')
}

const apart = new Set(['dist', 'test', 'node_modules'])

async function sourcesIn(folder) {
  const entries = await readdir(join(source, folder), { withFileTypes: true })
  const paths = entries.map((entry) => {
    const path = `${folder}${entry.name}`
    if (entry.isDirectory()) return apart.has(path) ? [] : sourcesIn(`${path}/`)
    return path.endsWith('.ts') ? [path] : []
  })
  return (await Promise.all(paths)).flat()
}
