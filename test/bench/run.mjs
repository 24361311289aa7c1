/**
 * `npm run bench` runs every benchmark, `npm run bench -- client generate` those named.
 * A benchmark is a folder beside this file with a `run.mjs`; where it has a lock file of its own, its packages are installed first.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../../packages/workspace/src/test-tools.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const known = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, 'run.mjs')))
  .map((entry) => entry.name)

const [first, ...rest] = process.argv.slice(2)
const named = first !== undefined && !first.startsWith('-')
if (named && !known.includes(first)) {
  console.error(`There is no benchmark "${first}"; there are ${known.join(', ')}.`)
  process.exit(2)
}

let failed = 0
for (const name of named ? [first] : known) {
  const folder = join(here, name)
  if (existsSync(join(folder, 'package-lock.json'))) await installLocked(folder)
  console.log(`\n# ${name}\n`)
  const words = [join(folder, 'run.mjs'), ...(named ? rest : [])]
  if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
