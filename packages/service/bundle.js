// Turns what tsc made into what is published: few files, since Node takes half a millisecond or more for each that it imports, and a
// start would wait for some two hundred. A start loads three: what every command needs, what `serve` shares with commands, and what
// only `serve` needs. What it does not need, such as PostgreSQL, S3 or the commands, stays in files of its own, which are imported on
// demand. The framework and the log, of a hundred files, are one more, whose machine code is kept (`compiled.js`), and their licences
// are beside it; what is native, optional or loaded later stays a dependency.
// Usage: node packages/service/bundle.js <folder>, a copy of this package with what `tsc -b` made.
import { existsSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const own = fileURLToPath(new URL('.', import.meta.url))
const [, , folder = ''] = process.argv
const dist = resolve(folder, 'dist')
const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
/** No route declares a schema, so that the framework never requires its compilers. */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']
/** What is small and needed by every start. */
const small = ['@model-tasks/validation/count', '@model-tasks/validation/printable']
const external = [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), ...unused]

/** Leaves the packages that are installed with this one out. */
const installed = {
  name: 'installed',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      !small.includes(path) && external.some((name) => path === name || path.startsWith(`${name}/`))
        ? { path, external: true }
        : undefined,
    )
  },
}

/** The framework requires these as it is loaded, and uses them only where it is asked for TLS: they take longer than its own files. */
const onUse = {
  name: 'on use',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:https?2?$/ }, ({ path, importer }) =>
      /^node:http(s|2)$/.test(path) && importer.includes('/fastify/') ? { path, namespace: 'on-use' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'on-use' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require(${JSON.stringify(path)})[name] })`,
    }))
  },
}

/** The framework and the log: CommonJS without a dynamic import, as `compiled.js` asks for. */
const { outputFiles: frameworkFiles, metafile: frameworkInputs } = await build({
  absWorkingDir: own,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  stdin: {
    contents: `exports.fastify = require('fastify'); exports.pino = require('pino')`,
    resolveDir: own,
  },
  external: unused,
  plugins: [onUse],
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'none',
  metafile: true,
  write: false,
})
const framework = frameworkFiles[0].text
const frameworkFile = `bundled-framework-${createHash('sha256').update(framework).digest('hex').slice(0, 16)}.cjs`

/** Takes the framework and the log from their file. */
const inFramework = {
  name: 'in framework',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(fastify|pino)$/ }, ({ path }) => ({ path, namespace: 'framework' }))
    onLoad({ filter: /./, namespace: 'framework' }, ({ path }) => ({
      contents: `import { framework } from './compiled.js'\nexport const { ${path} } = framework\nexport default ${path}`,
      resolveDir: own,
    }))
  },
}

// Bundles lie side by side at the top of `dist`: the reader of media starts its thread from there.
const common = { absWorkingDir: own, bundle: true, format: 'esm', platform: 'node', target: 'node20.19' }
const first = await build({
  ...common,
  entryPoints: ['main.js', 'index.js', 'media-thread.js'].map((entry) => join(dist, entry)),
  outdir: dist,
  chunkNames: 'bundled-[name]-[hash]',
  splitting: true,
  plugins: [inFramework, installed],
  define: { frameworkFile: JSON.stringify(frameworkFile) },
  nodePaths: [join(own, '../../node_modules')],
  legalComments: 'none',
  metafile: true,
  write: false,
})

/** What the first pass made, by the names of its files: code, exported names, and the files that it imports. */
const parts = new Map(
  Object.entries(first.metafile.outputs).map(([path, { exports, imports, entryPoint }]) => [
    basename(path),
    {
      code: first.outputFiles.find((file) => basename(file.path) === basename(path)).text,
      exports,
      imports: imports
        .filter((one) => one.kind === 'import-statement' && !one.external)
        .map((one) => basename(one.path)),
      entry: entryPoint && relative(dist, join(own, entryPoint)),
    },
  ]),
)
const serve = [...parts].find(([, { entry }]) => entry === 'compose/serve.js')[0]
const closures = new Map([...parts.keys()].map((name) => [name, closureOf(name)]))
const others = [...parts].filter(([name, { entry }]) => entry !== undefined && name !== serve && name !== 'index.js')
const alsoUsedElsewhere = new Set(others.flatMap(([name]) => [...closures.get(name)]))

/** The files of a start, in the order in which they are imported: each takes what it shares with others from those before it. */
const groups = new Map([
  ['bundled-start.js', closures.get('main.js')],
  ['bundled-shared.js', [...closures.get(serve)].filter((name) => alsoUsedElsewhere.has(name))],
  ['bundled-serve.js', closures.get(serve)],
])
/** Parts that are in one of these: which, and what their exports are called there. */
const moved = new Map()
for (const [file, names] of groups)
  for (const name of names) {
    const prefix = name === serve ? '' : `p${moved.size}_`
    if (name !== 'main.js' && !moved.has(name)) moved.set(name, { file, nameIn: (one) => `${prefix}${one}` })
  }

const files = new Map()
for (const group of groups.keys()) {
  const names = [...moved].filter(([, { file }]) => file === group).map(([name]) => name)
  files.set(group, await joined(names, names.map((name) => exportsOf(name, `./${name}`, 'out')).join('\n')))
}
for (const [name, { code }] of parts) if (!moved.has(name)) files.set(name, await joined([name], code))

const bundles = [...files, [frameworkFile, framework]]
for (const path of await readdir(dist, { recursive: true }))
  if (/\.(js|cjs|compiled)$/.test(path)) await rm(join(dist, path))
for (const [name, text] of bundles) await writeFile(join(dist, name), text)
await writeFile(
  join(dist, 'LICENCES.txt'),
  licencesOf(Object.keys({ ...first.metafile.inputs, ...frameworkInputs.inputs })),
)
console.log(`bundled @model-tasks/service into ${bundles.length} files under ${relative(process.cwd(), dist)}`)

/** A part and all that it imports, directly or not. */
function closureOf(name, found = new Set()) {
  if (!found.has(name)) {
    found.add(name)
    for (const one of parts.get(name).imports) closureOf(one, found)
  }
  return found
}

/** Parts in one file. What they import of a part that lies in another group comes from the file of that group. */
async function joined(names, contents) {
  const inOneFile = {
    name: 'in one file',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\// }, ({ path, kind, namespace }) => {
        const name = basename(path)
        const target = moved.get(name)
        if (kind === 'dynamic-import') return { path: `./${target?.file ?? name}`, external: true }
        if (namespace === 'moved' || (target === undefined && !names.includes(name))) return { path, external: true }
        return { path: name, namespace: names.includes(name) ? 'part' : 'moved' }
      })
      onResolve({ filter: /^[^.]/ }, ({ path }) => ({ path, external: true }))
      onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({ contents: parts.get(path).code, resolveDir: dist }))
      onLoad({ filter: /./, namespace: 'moved' }, ({ path }) => ({
        contents: exportsOf(path, `./${moved.get(path).file}`, 'in'),
        resolveDir: dist,
      }))
    },
  }
  const { outputFiles } = await build({
    ...common,
    stdin: { contents, resolveDir: dist },
    plugins: [inOneFile],
    // Nearly half of what a start would read. Names stay, and lines are short, so that a stack can be read.
    minifyWhitespace: true,
    lineLimit: 160,
    // What is bundled of CommonJS requires modules of Node.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)`,
    },
    write: false,
  })
  return outputFiles[0].text
}

/** The exports of a part under its group's names for them (`out`), or under its own (`in`). */
function exportsOf(name, from, direction) {
  const { nameIn } = moved.get(name)
  const list = parts
    .get(name)
    .exports.map((one) => (direction === 'out' ? `${one} as ${nameIn(one)}` : `${nameIn(one)} as ${one}`))
  return `export { ${list.join(', ')} } from ${JSON.stringify(from)}`
}

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
