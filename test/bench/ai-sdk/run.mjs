// The provider for the AI SDK beside providers of its own: what each adds to an application in size and in time to start, on Node 22.
// Usage: node test/bench/ai-sdk/run.mjs. Peers come from the lock file beside this; ours is the package as it is published.
import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const release = join(here, '../../../release')
const rounds = 15
const run = promisify(execFile)

const providers = {
  '@model-tasks/ai-sdk': {
    from: release,
    entry: join(release, 'node_modules/@model-tasks/ai-sdk/dist/index.js'),
    code: "import { createModelTasks } from '@model-tasks/ai-sdk'; export const model = createModelTasks().video('sd_2.0_discount')",
  },
  '@ai-sdk/fal': {
    from: here,
    entry: join(here, 'node_modules/@ai-sdk/fal/dist/index.js'),
    code: "import { createFal } from '@ai-sdk/fal'; export const model = createFal().video('luma-dream-machine')",
  },
  '@ai-sdk/replicate': {
    from: here,
    entry: join(here, 'node_modules/@ai-sdk/replicate/dist/index.js'),
    code: "import { createReplicate } from '@ai-sdk/replicate'; export const model = createReplicate().video('minimax/video-01')",
  },
}

const node = await node22()
const times = new Map(Object.keys(providers).map((name) => [name, []]))
// In turns, so that the load of the machine falls on all alike.
for (let round = 0; round < rounds; round++)
  for (const [name, { entry }] of Object.entries(providers)) times.get(name).push(await startTime(entry))

console.log('| provider | loaded at the start, B | loaded by calls, B | start, ms |\n|---|---|---|---|')
for (const [name, { from, code }] of Object.entries(providers)) {
  const { atStart, byCalls } = await sizeOf(code, from)
  console.log(`| ${name} | ${atStart} | ${byCalls} | ${median(times.get(name)).toFixed(1)} |`)
}
console.log(
  `\nSizes minified and gzipped, without the AI SDK itself. Start: \`import()\` beside the AI SDK, median of ${rounds} new processes of ${await version()}.`,
)

/** Milliseconds that the import of a provider takes in a new process that has loaded the AI SDK. */
async function startTime(entry) {
  const script = `await import('ai'); const began = performance.now(); await import(${JSON.stringify(pathToFileURL(entry).href)}); console.log(performance.now() - began)`
  const { stdout } = await run(node, ['--input-type=module', '-e', script], { cwd: here })
  return Number(stdout)
}

/** What a video model brings into an application that has the AI SDK. */
async function sizeOf(contents, resolveDir) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir, sourcefile: 'entry.js' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    legalComments: 'none',
    outdir: join(here, 'out'),
    absWorkingDir: here,
    write: false,
    metafile: true,
    logLevel: 'silent',
    external: [
      '@ai-sdk/provider',
      '@ai-sdk/provider-utils',
      'ai',
      'zod',
      'zod/*',
      'mediabunny',
      'probe-image-size',
      'file-type',
    ],
  })
  const textOf = (output) => outputFiles.find(({ path }) => path === join(here, output)).text
  const gzipped = (outputs) =>
    outputs.length === 0 ? 0 : gzipSync(outputs.map(textOf).join('\n'), { level: 9 }).length
  const outputs = Object.keys(metafile.outputs)
  const loaded = new Set()
  const load = (output) => {
    if (loaded.has(output)) return
    loaded.add(output)
    for (const { path, kind } of metafile.outputs[output].imports)
      if (kind === 'import-statement' && metafile.outputs[path]) load(path)
  }
  load(outputs.find((output) => /(^|\/)entry\.js$/.test(metafile.outputs[output].entryPoint ?? '')))
  // Of the validators and facts, which are one file per model, a call loads one.
  const ofModels = (output) =>
    /(validators|facts|media)\/(?!sd_2\.0_discount)[^/]*\.js$/.test(metafile.outputs[output].entryPoint ?? '')
  return {
    atStart: gzipped([...loaded]),
    byCalls: gzipped(outputs.filter((output) => !loaded.has(output) && !ofModels(output))),
  }
}

async function node22() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  const path = join(here, 'node_modules/node22/bin/node')
  await chmod(path, 0o755)
  return path
}

async function version() {
  return `Node ${(await run(node, ['--version'])).stdout.trim().slice(1)}`
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1]
}
