// Cold import: a new process each time, the packages in turn, so that the load of the machine falls on all alike.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { moduleOf, names, oursOnly } from './clients.mjs'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const ROUNDS = oursOnly ? 1 : 9

/** Milliseconds of `import()` inside a fresh process, beyond what Node loads for itself (`fetch` is touched before). */
async function coldImport(module) {
  const script = `void fetch; const began = performance.now(); await import(${JSON.stringify(module)}); console.log(performance.now() - began)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: here })
  return Number(stdout)
}

const median = (numbers) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1]

export async function coldImports() {
  const taken = new Map(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) taken.get(name).push(await coldImport(moduleOf(name)))
  const own = median(taken.get('ours'))
  console.log(`\nCold import, median of ${ROUNDS} new processes:\n\n| package | ms | times ours |\n|---|---|---|`)
  for (const [name, times] of taken)
    console.log(`| ${name} | ${median(times).toFixed(1)} | ${(median(times) / own).toFixed(1)} |`)
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await coldImports()
