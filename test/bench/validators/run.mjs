/**
 * `npm run bench -- validators`: the generated validators beside other libraries, in one run.
 * Every contender checks the same documents and must give the same verdicts before it is timed.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from '../../../node_modules/esbuild/lib/main.js'
import { fewLayouts, manyLayouts } from './documents.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const generated = fileURLToPath(new URL('../../../generated/', import.meta.url))
const cache = `${here}.cache/`
const catalogue = JSON.parse(readFileSync(`${generated}catalogue.json`, 'utf8'))
const models = catalogue.models.filter((model) => model.reference)
const timed = ['sd_2.0_discount', 'gamma-1.1-t2v']
/** With `--ours`, one round of our own validators alone, which needs no package of this folder. */
const oursOnly = process.argv.includes('--ours')
const rounds = oursOnly ? 1 : 7

rmSync(cache, { recursive: true, force: true })
const contenders = [await ours()]
for (const file of oursOnly ? [] : readdirSync(`${here}peers`).filter((name) => name.endsWith('.mjs')))
  contenders.push(await peer(file))

console.log(
  `node ${process.version}; ns for one valid document, best of ${rounds} rounds in turn; few: 4 layouts of keys, many: 500\n`,
)
const timings = time()
const rows = []
for (const contender of contenders) {
  const { name, paths } = contender
  const disagreements = timed.reduce((sum, id) => sum + disagreementsOf(contender, id), 0)
  rows.push([
    name,
    ...timings.get(name).map((nanoseconds) => nanoseconds.toFixed(0)),
    ...(await bytes([paths.get('sd_2.0_discount')])),
    paths.size < models.length
      ? '–'
      : contender.all
        ? (await bytes([contender.all]))[1]
        : (await bytes([...paths.values()]))[1],
    paths.size < models.length ? '–' : (await coldStart(contender)).toFixed(1),
    disagreements,
  ])
}
table(
  [
    'validator',
    'sd_2.0 few',
    'many',
    'gamma few',
    'many',
    'sd_2.0 min B',
    'gz B',
    `${models.length} models gz B`,
    'cold ms',
    'differs',
  ],
  rows,
)

const largest = []
for (const { id } of models) {
  const path = contenders[0].paths.get(id)
  largest.push([id, (await bytes([path]))[1], (await bytes([path], 'validate, facts'))[1]])
}
largest.sort((left, right) => right[1] - left[1])
const [id, alone, withFacts] = largest[0]
console.log(
  `\nlargest of ours: ${id}, ${alone} B gz, ${withFacts} with the facts that messages are made of; all with their facts: ${(await bytes([contenders[0].all], 'modules'))[1]} B gz`,
)
const own = timings.get('ours')
const parse = parseTime()
console.log(
  `added to JSON.parse of the same body: ${Math.round((100 * own[0]) / parse)}% (${own[0].toFixed(0)} ns beside ${parse.toFixed(0)} ns)`,
)
console.log(
  'differs: vectors of the two models whose verdict is another than plain JSON Schema would give, or for ours than they state; a difference is a looser or stricter reading of that library, such as UTF-16 lengths',
)

async function ours() {
  const paths = new Map(models.map(({ id }) => [id, `${generated}spec/validators/${id}.js`]))
  const loaded = new Map()
  for (const id of timed) loaded.set(id, (await import(pathToFileURL(paths.get(id)))).validate)
  return { name: 'ours', paths, loaded, all: `${generated}spec/validators/all.js` }
}

async function peer(file) {
  const { name, moduleText } = await import(`./peers/${file}`)
  const folder = `${cache}${file.replace('.mjs', '')}/`
  mkdirSync(folder, { recursive: true })
  const paths = new Map()
  for (const model of models) {
    const text = moduleText(model)
    if (text === undefined) continue
    paths.set(model.id, `${folder}${model.id}.mjs`)
    writeFileSync(paths.get(model.id), text)
  }
  const loaded = new Map()
  for (const id of timed) loaded.set(id, (await import(pathToFileURL(paths.get(id)))).validate)
  return { name, paths, loaded }
}

/** Vectors on which a contender's verdict is not that of plain JSON Schema; for our own validators, not that of the vector. */
function disagreementsOf({ name, loaded }, id) {
  const { rules } = catalogue.models.find((model) => model.id === id)
  const vectors = JSON.parse(readFileSync(`${generated}vectors/${id}.json`, 'utf8'))
  const severity = (rule) =>
    rules.find((own) => own.id === rule)?.severity ?? catalogue.findings.find((kind) => kind.rule === rule).severity
  return vectors.filter(({ body, valid, schema }) => {
    const found = loaded.get(id)(body)
    // Ours also checks what plain JSON Schema cannot say, and is held to that.
    if (name === 'ours') return found.some(({ rule }) => severity(rule) === 'error') === valid
    const accepts =
      name === 'hand-written' ? !found.some(({ rule }) => rule !== 'last-image-alone') : found.length === 0
    return accepts !== (schema === false ? true : valid)
  }).length
}

/** Nanoseconds a document by contender; contenders take turns, so that what else the machine does meets all of them. */
function time() {
  const cases = timed.flatMap((id) => [
    [id, fewLayouts(id)],
    [id, manyLayouts(id)],
  ])
  const best = new Map(contenders.map(({ name }) => [name, cases.map(() => Infinity)]))
  for (let round = 0; round < rounds; round++) {
    cases.forEach(([id, documents], index) => {
      for (const { name, loaded } of contenders)
        best.get(name)[index] = Math.min(best.get(name)[index], measure(loaded.get(id), documents))
    })
  }
  return best
}

function measure(validate, documents) {
  const calls = 40_000
  let findings = 0
  for (let call = 0; call < calls / 4; call++) findings += validate(documents[call % documents.length]).length
  const start = process.hrtime.bigint()
  for (let call = 0; call < calls; call++) findings += validate(documents[call % documents.length]).length
  const spent = Number(process.hrtime.bigint() - start) / calls
  if (findings > 0) throw new Error('a document for timing is not valid')
  return spent
}

function parseTime() {
  const texts = fewLayouts('sd_2.0_discount').map((document) => JSON.stringify(document))
  return Math.min(...Array.from({ length: rounds }, () => measure((text) => (JSON.parse(text), []), texts)))
}

/** Bytes of a browser bundle that imports the given modules: minified, and gzipped after that. */
async function bytes(paths, names = paths[0].endsWith('all.js') ? 'modules' : 'validate') {
  const contents = paths.map((path, index) => `export * as m${index} from ${JSON.stringify(path)}`).join('\n')
  const entry = paths.length === 1 ? `export { ${names} } from ${JSON.stringify(paths[0])}` : contents
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: here },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  })
  const { contents: code } = outputFiles[0]
  return [code.length, gzipSync(code, { level: 9 }).length]
}

/** Milliseconds from import to the first result of every model, all in one file, in a fresh process; the best of five, or of one. */
async function coldStart({ name, paths, all }) {
  const outfile = `${cache}${name.replaceAll(' ', '-')}.mjs`
  const contents =
    all === undefined
      ? `${[...paths.values()].map((path, index) => `import { validate as v${index} } from ${JSON.stringify(path)}`).join('\n')}\nexport const all = [${[...paths.keys()].map((_, index) => `v${index}`).join()}]`
      : `import { modules } from ${JSON.stringify(all)}\nexport const all = Object.values(modules).map((module) => module.validate)`
  await build({
    stdin: { contents, resolveDir: here },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
  })
  const script = `const start = performance.now()
for (const validate of (await import(${JSON.stringify(outfile)})).all) validate({ model: 'a' })
console.log(performance.now() - start)`
  return Math.min(
    ...Array.from({ length: oursOnly ? 1 : 5 }, () =>
      Number(
        spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: here, encoding: 'utf8' }).stdout,
      ),
    ),
  )
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
