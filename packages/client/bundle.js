// Turns what tsc made into what is published: each entry with few files behind it, since Node takes over half a millisecond for each
// file it imports. Run after `tsc -b`. The build's note is removed, so that the next `tsc -b` makes everything anew.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const dist = fileURLToPath(new URL('dist', import.meta.url))
const entries = [
  'index',
  'batch/index',
  'journal/index',
  'media/index',
  'policy/index',
  'testing/index',
  'webhooks/index',
]

const { outputFiles } = await build({
  entryPoints: entries.map((entry) => join(dist, `${entry}.js`)),
  outdir: dist,
  outbase: dist,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  external: ['#disk', '@model-tasks/*', 'node:*', 'probe-image-size', 'mediabunny', 'file-type'],
  allowOverwrite: true,
  write: false,
})

await rm(join(dist, '.tsbuildinfo'), { force: true })
for (const path of await readdir(dist, { recursive: true })) {
  if (path.endsWith('.js') && !path.startsWith('disk')) await rm(join(dist, path))
}
await mkdir(join(dist, 'chunks'), { recursive: true })
// A bare import of a chunk does nothing here, since nothing in the package has side effects; bundlers warn of it.
for (const { path, text } of outputFiles) await writeFile(path, text.replace(/^import "\.[^"]*";\n/gm, ''))
// Tells the workspace's compiler that an entry holds the code of other files.
await writeFile(join(dist, '.bundled'), '')
console.log(
  `bundled ${entries.length} entries of @model-tasks/client into ${outputFiles.length} files under ${relative(process.cwd(), dist)}`,
)
