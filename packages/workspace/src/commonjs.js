import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, posix, relative, sep } from 'node:path'

/**
 * Adds the code of a package in CommonJS, in `cjs/code`, for what cannot `require()` an ES module: Jest before Node 24.9. Node, which
 * can, goes on loading the one copy that `import` loads, so that a program has one of each class.
 *
 * @param {string} folder the package, bundled, with an entry in `cjs` for each that it exports
 * @param {{ imports?: object }} manifest
 */
export async function addCommonJs(folder, { imports }) {
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.split(sep).join('/'))
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: paths.filter((path) => path.endsWith('.js') && !/^(cjs|bin)\//.test(path)),
    outdir: 'cjs/code',
    outbase: '.',
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    // A copy that few programs load: the code to read lies beside it.
    minifyWhitespace: true,
    // Jest refuses import() as well.
    supported: { 'dynamic-import': false },
    logLevel: 'error',
    write: false,
  })
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true })
    // A manifest further down is not asked for these.
    const own = (_, name) =>
      `require(${JSON.stringify(toOwn(relative(dirname(path), join(folder, 'cjs/code', inNode(imports[name])))))})`
    await writeFile(path, text.replace(/\brequire\("(#[^"]+)"\)/g, own).replace('const import_meta={};', urlOfFile))
  }
  await writeFile(join(folder, 'cjs/code/package.json'), '{ "type": "commonjs" }\n')
  const entries = paths.filter((path) => path.startsWith('cjs/') && path.endsWith('.cjs'))
  await Promise.all(entries.map((entry) => fallBack(folder, entry)))
}

/** In place of the empty `import.meta` that CommonJS has. */
const urlOfFile = 'const import_meta = { url: require("node:url").pathToFileURL(__filename).href };'

/** The file that Node takes for a name that the manifest's `imports` lists. */
const inNode = (target) => (typeof target === 'string' ? target : (target.node ?? target.default))

const toOwn = (path) => (path.startsWith('.') ? path : `./${path}`).split(sep).join('/')

/** Has an entry load the copy where the ES module cannot be loaded. */
async function fallBack(folder, entry) {
  const path = join(folder, entry)
  const target = /^module\.exports = require\('([^']+)'\)\s*$/.exec(await readFile(path, 'utf8'))?.[1]
  if (target === undefined) throw new Error(`${path} is expected to be module.exports = require('…')`)
  const module = posix.join(posix.dirname(entry), target)
  const copy = posix.relative(posix.dirname(entry), `cjs/code/${module}`)
  await writeFile(
    path,
    `try {
  module.exports = require('${target}')
} catch (error) {
  if (error.code !== 'ERR_REQUIRE_ESM') throw error
  module.exports = require('./${copy}')
}
`,
  )
}
