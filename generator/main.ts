import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { generate } from './generate.js'
import { loadSpec } from './load/spec.js'
import { applyChanges } from './write/apply.js'
import { compareFolder } from './write/compare.js'
import { describeChange } from './write/difference.js'

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '')

const start = performance.now()
const check = process.argv.includes('--check')
const spec = await loadSpec(`${root}/spec`)
const extra = { catalogueDeclarations: await readFile(`${root}/generator/catalogue.ts`, 'utf8') }
const { catalogue, files, runs } = await generate(spec, extra, () => performance.now())
const changes = await compareFolder(`${root}/generated`, files)
if (check) {
  for (const change of changes) console.error(describeChange(change))
  if (changes.length > 0) process.exitCode = 1
} else {
  await applyChanges(`${root}/generated`, changes)
}
console.log(`${catalogue.models.length} models, ${files.length} files, ${changes.length} changed, ${Math.round(performance.now() - start)} ms`)
if (process.argv.includes('--times')) for (const run of runs) console.log(`${run.name.padEnd(14)} ${run.files} files ${Math.round(run.milliseconds)} ms`)
