// Turns what tsc made into what is published: few files, since Node takes about half a millisecond for each file it imports, and the
// first message waits for every one of them. A valid request still loads nothing of what explains a mistake.
// Usage: node packages/validation/bundle.js <folder>, a copy of this package with what `tsc -b` made.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

const [, , folder = ''] = process.argv
const dist = join(folder, 'dist')
const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

/** Left apart: the catalogue. What puts findings into words is taken in, since a first message would wait for its many files. */
const specApart = {
  name: 'spec apart',
  setup({ onResolve }) {
    onResolve({ filter: /^@model-tasks\// }, ({ path }) =>
      /^@model-tasks\/spec\/messages(\/nearest)?$/.test(path) ? undefined : { path, external: true },
    )
  },
}
/** Left apart: a migration holds copies of what it needs, like the other entries, since sharing with each of them would cut up the rest. */
const migrationApart = {
  name: 'migration apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/migrate\.js$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}
const common = {
  absWorkingDir: folder,
  outdir: dist,
  outbase: dist,
  chunkNames: '[name]-[hash]',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  plugins: [specApart],
  allowOverwrite: true,
  write: false,
}
// A request and its first message share their code; all else stands alone.
const shared = ['./dist/index.js', './dist/request.js']
const alone = Object.values(exports).flatMap((entry) =>
  shared.includes(entry.import.default) ? [] : [entry.import.default],
)
const builds = await Promise.all([
  build({ ...common, entryPoints: shared, splitting: true, plugins: [specApart, migrationApart] }),
  build({ ...common, entryPoints: [...alone, './dist/migrate.js'] }),
])
const outputFiles = builds.flatMap((each) => each.outputFiles)

for (const path of await readdir(dist, { recursive: true })) if (path.endsWith('.js')) await rm(join(dist, path))
for (const { path, text } of outputFiles) {
  await mkdir(dirname(path), { recursive: true })
  // A bare import of a chunk does nothing here, since nothing in the package has side effects; bundlers warn of it.
  await writeFile(path, text.replace(/^import "[.#][^"]*";\n/gm, ''))
}
console.log(`bundled @model-tasks/validation into ${outputFiles.length} files under ${relative(process.cwd(), dist)}`)
