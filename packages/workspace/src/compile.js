import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.js'

/**
 * Makes the JavaScript of every package whose sources are newer than it, without checking types: what `tsc -b` makes
 * takes several times as long, and only a release needs its declarations. Does nothing where nothing changed.
 *
 * @returns {Promise<string>} how many files were compiled
 */
export async function compile() {
  const projects = [
    { source: join(root, 'generator'), target: join(root, 'generator/dist') },
    ...(await readdir(join(root, 'packages'))).map((name) => ({
      source: join(root, 'packages', name, 'src'),
      target: join(root, 'packages', name, 'dist'),
    })),
  ]
  const counts = await Promise.all(projects.map(compileProject))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total === 0 ? 'nothing changed' : `${total} ${total === 1 ? 'file' : 'files'}`
}

async function compileProject({ source, target }) {
  const files = await sources(source)
  // Stays behind when a compilation is killed: a file may be half written then, and newer than its source.
  const unfinished = join(target, '.compiling')
  const ages = await Promise.all(files.map((file) => isStale(join(source, file), join(target, compiled(file)))))
  const stale = existsSync(unfinished) ? files : files.filter((_, index) => ages[index])
  if (stale.length === 0) return 0
  await mkdir(target, { recursive: true })
  await writeFile(unfinished, '')
  // Only now: most often nothing changed.
  const { build } = await import('esbuild')
  await build({
    entryPoints: stale.map((file) => join(source, file)),
    outbase: source,
    outdir: target,
    format: 'esm',
    // The oldest Node that runs this. A year, such as es2022, would leave out the attributes of imports.
    target: 'node20.19',
    platform: 'node',
    sourcemap: true,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'error',
  })
  await rm(unfinished, { force: true })
  return stale.length
}

/** The TypeScript files of a folder that become JavaScript, as paths inside it. */
async function sources(folder) {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  return entries.filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !/^(dist|test|node_modules)[\\/]/.test(path),
  )
}

function compiled(file) {
  return file.replace(/\.ts$/, '.js')
}

/** Whether a file has to be made: it is missing, older than its source, or empty, as `tsc` leaves it when it is killed. */
async function isStale(source, target) {
  const [from, to] = await Promise.all([stat(source), stat(target).catch(() => undefined)])
  return to === undefined || to.size === 0 || to.mtimeMs < from.mtimeMs
}
