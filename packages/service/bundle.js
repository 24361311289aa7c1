// Turns what tsc made into what is published: few files, since Node takes half a millisecond or more for each that it imports, and a
// start would wait for some two hundred. What a start does not need, such as PostgreSQL, S3 or the commands, stays in files of its
// own, which are imported on demand. The framework and the log, of a hundred files, are part of it, and their licences are beside
// it; what is native, optional or loaded later stays a dependency. Run after `tsc -b`, for this folder or the one named. The
// build's note is removed, so that the next `tsc -b` makes everything anew. With --keep-modules the files of the compiler stay
// beside the bundles, for benchmarks that measure parts of the service.
import { existsSync, readFileSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const own = fileURLToPath(new URL('.', import.meta.url))
const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'keep-modules': { type: 'boolean' } } })
const dist = resolve(positionals[0] ?? own, 'dist')
const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
/** No route declares a schema, so that the framework never requires its compilers. */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']
const external = [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), ...unused]

// Bundles lie side by side at the top of `dist`: `packageFolder` counts on it.
const { outputFiles, metafile } = await build({
  absWorkingDir: own,
  entryPoints: ['main.js', 'index.js'].map((entry) => join(dist, entry)),
  outdir: dist,
  chunkNames: 'bundled-[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: external.flatMap((name) => [name, `${name}/*`]),
  nodePaths: [join(own, '../../node_modules')],
  // What is bundled of CommonJS requires modules of Node.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)`,
  },
  legalComments: 'none',
  allowOverwrite: true,
  metafile: true,
  write: false,
})

await rm(join(dist, '.tsbuildinfo'), { force: true })
const goes = values['keep-modules'] === true ? /^bundled-.*\.js$/ : /\.js$/
for (const path of await readdir(dist, { recursive: true })) if (goes.test(path)) await rm(join(dist, path))
for (const { path, text } of outputFiles) await writeFile(path, text)
await writeFile(join(dist, 'LICENCES.txt'), licencesOf(Object.keys(metafile.inputs)))
// Tells the workspace's compiler that an entry holds the code of other files.
await writeFile(join(dist, '.bundled'), '')
console.log(`bundled @model-tasks/service into ${outputFiles.length} files under ${relative(process.cwd(), dist)}`)

/** The licence of every package of which something is bundled, in its own words. */
function licencesOf(paths) {
  const folders = paths.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
  const texts = [...new Set(folders)].map((folder) => {
    const path = join(own, folder)
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'license', 'LICENSE-MIT.txt'].find((one) =>
      existsSync(join(path, one)),
    )
    const words = file === undefined ? `${license}, without a text of its own` : readFileSync(join(path, file), 'utf8')
    return { name, text: `${name} ${version} (${license})\n\n${words.trim()}\n` }
  })
  texts.sort((one, other) => (one.name < other.name ? -1 : 1))
  return `The files beside this one hold code of these packages.\n\n${texts.map(({ text }) => text).join(`\n${'-'.repeat(80)}\n\n`)}`
}
