// Turns what tsc made into what is published. `core.js` is one file with everything that a submit and a wait need, so that a run
// loads few files and nothing is left to load once a task is paid for; every other entry, and what is imported on demand, takes what it
// shares with it from there, as `#core`. Imported on demand is what a call may need before its POST (files, key functions, the words
// for malformed arguments), and what may be missing afterwards without harm: how to send again, and the words for what was answered.
// What an error is, its code, its task and how to resume it, stays in the core.
// Usage: node packages/client/bundle.js <folder>, a copy of this package with what `tsc -b` made.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { build } from 'esbuild'

const [, , folder = ''] = process.argv
const dist = join(folder, 'dist')
/** What the manifest names: what others import, and what the package imports as `#…`. Nothing but these and their imports stays. */
const { exports, imports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
const entries = [...Object.values(exports).map((entry) => entry.import.default), ...pathsIn(imports)]
  .map((path) => path.replace('./dist/', ''))
  .filter((path) => path !== 'index.js' && path !== 'core.js')
  .sort()
const nameOf = (path) => relative(dist, path).split(sep).join('/')

const common = {
  absWorkingDir: dist,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  external: ['#disk', '#probe', '@model-tasks/*', 'node:*', 'probe-image-size', 'mediabunny', 'file-type'],
  allowOverwrite: true,
  metafile: true,
  write: false,
}

/** Keeps imports on demand apart, and notes them. */
const onDemand = new Set()
const splitOnDemand = {
  name: 'on demand',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined
      const target = nameOf(join(resolveDir, path))
      onDemand.add(target)
      return { path: `./${target}`, external: true }
    })
  },
}

// What the client itself imports, found by a first pass.
const found = await build({
  ...common,
  entryPoints: ['index.js'],
  outfile: join(dist, 'core.js'),
  plugins: [splitOnDemand],
})
const modules = Object.keys(found.metafile.inputs)
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !/(^|\/)index\.js$/.test(path))
const core = await build({
  ...common,
  stdin: { contents: modules.map((path) => `export * from './${path}'`).join('\n'), resolveDir: dist },
  outfile: join(dist, 'core.js'),
  plugins: [splitOnDemand],
})

const shareCore = {
  name: 'core',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) =>
      kind !== 'entry-point' && modules.includes(nameOf(join(resolveDir, path)))
        ? { path: '#core', external: true }
        : undefined,
    )
  },
}
const rest = await build({
  ...common,
  // Sorted, since they are found in any order, and the names of chunks depend on it: the same source is the same bytes.
  entryPoints: [...new Set([...entries, ...onDemand])].sort(),
  outdir: dist,
  outbase: dist,
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  plugins: [shareCore],
})
const index = await build({
  ...common,
  entryPoints: ['index.js'],
  outfile: join(dist, 'index.js'),
  plugins: [shareCore],
})

for (const path of await readdir(dist, { recursive: true })) if (path.endsWith('.js')) await rm(join(dist, path))
const outputs = [core, rest, index].flatMap(({ outputFiles }) => outputFiles)
for (const { path, text } of outputs) {
  await mkdir(dirname(path), { recursive: true })
  // A bare import of a chunk does nothing here, since nothing in the package has side effects; bundlers warn of it.
  await writeFile(path, text.replace(/^import "[.#][^"]*";\n/gm, ''))
}
console.log(`bundled @model-tasks/client into ${outputs.length} files under ${relative(process.cwd(), dist)}`)

/** The built files that conditions of a manifest lead to. */
function pathsIn(target) {
  if (typeof target === 'string') return target.startsWith('./dist/') ? [target] : []
  return Object.values(target).flatMap(pathsIn)
}
