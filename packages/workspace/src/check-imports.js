import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'

/** Files that start something when they are loaded: their imports are followed, and they are not run. */
const programs = /(^|\/)(bin\/[^/]+|main|[\w-]+-main|child|worker|[\w-]+-thread)\.c?js$/

/**
 * Follows every import of every JavaScript file of a package, those on demand and the names that are imported included, and loads each
 * file. Throws when a file is missing, lacks an export, or cannot be loaded.
 *
 * @param {string} folder the package, where everything that it depends on can be found
 * @returns {Promise<number>} how many files there are
 */
export async function checkImports(folder) {
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.split(sep).join('/'))
  // What browsers load has an environment of its own, and is bundled before it gets there.
  const files = paths.filter(
    (path) => /\.c?js$/.test(path) && !/^(browser|static|templates|console|node_modules)\//.test(path),
  )
  await followImports(folder, files)
  await loadAll(
    folder,
    files.filter((path) => !programs.test(path)),
  )
  return files.length
}

/** As Node resolves them, and as bundlers for browsers do. */
async function followImports(folder, entryPoints) {
  const common = { absWorkingDir: folder, entryPoints, outdir: 'unused', bundle: true, write: false, splitting: true }
  const { build } = await import('esbuild')
  for (const platform of ['node', 'browser'])
    await build({
      ...common,
      platform,
      format: 'esm',
      packages: 'external',
      external: ['node:*'],
      logLevel: 'silent',
    }).catch(({ errors = [], message }) => {
      const lines = errors.map(({ text, location }) => `${location?.file ?? folder}: ${text}`)
      throw new Error(`A file of ${folder} imports what is not there.\n${lines.join('\n') || message}`)
    })
}

/**
 * Loads the files in a process of its own, one after the other, as an import or a call of `require` would. What needs a package that is
 * optional, and not installed, is left out.
 */
async function loadAll(folder, files) {
  const { name, peerDependenciesMeta = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const script = `
    import { createRequire } from 'node:module'
    import { pathToFileURL } from 'node:url'
    const require = createRequire(process.cwd() + '/index.js')
    const optional = ${JSON.stringify(Object.keys(peerDependenciesMeta))}
    for (const file of ${JSON.stringify(files)}) {
      try {
        if (file.endsWith('.cjs')) require('./' + file)
        else await import(pathToFileURL(file))
      } catch (error) {
        if (optional.some((name) => error.message.startsWith("Cannot find package '" + name + "'"))) continue
        console.error(file + ' of ${name} cannot be loaded: ' + error.stack)
        process.exit(1)
      }
    }
    process.exit(0)`
  const args = ['--no-warnings', '--input-type=module', '--eval', script]
  await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(({ stderr, message }) => {
    throw new Error(stderr || message)
  })
}
