// Turns what tsc made into what is published: few files, since Node takes about half a millisecond for each file it imports, and
// a terminal waits for every one of them.
// Usage: node packages/cli/bundle.js <folder>, a copy of this package with what `tsc -b` made.
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

const [, , folder = ''] = process.argv
const dist = join(folder, 'dist')

/** What is small and needed by every mistake: the comparison of words, numbers of things, and text from elsewhere. */
const bundled = [
  '@model-tasks/validation/nearest',
  '@model-tasks/validation/count',
  '@model-tasks/validation/printable',
]

/** The packages that a command loads when it needs them; that of jq finds its WebAssembly beside its own file. */
const loadedLater = {
  name: 'loaded later',
  setup({ onResolve }) {
    onResolve({ filter: /^(@model-tasks\/|jq-wasm$)/ }, ({ path }) =>
      bundled.includes(path) ? undefined : { path, external: true },
    )
  },
}

const { outputFiles } = await build({
  absWorkingDir: dist,
  entryPoints: ['main.js', 'index.js', 'commands.js'],
  outdir: dist,
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  plugins: [loadedLater],
  allowOverwrite: true,
  write: false,
})

for (const path of await readdir(dist, { recursive: true })) if (path.endsWith('.js')) await rm(join(dist, path))
for (const { path, text } of outputFiles) await writeFile(path, text)
console.log(`bundled @model-tasks/cli into ${outputFiles.length} files under ${relative(process.cwd(), dist)}`)
