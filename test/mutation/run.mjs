// Usage: node test/mutation/run.mjs [<area>] [--mutate <files>]; without a name, all areas, one after the other.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas } from './areas.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const names = Object.keys(areas)
const [first, ...rest] = process.argv.slice(2)
const named = first !== undefined && !first.startsWith('-')
if (named && !names.includes(first)) {
  console.error(`expected one of the areas ${names.join(', ')}, got ${first}`)
  process.exit(2)
}
if (!existsSync(join(here, 'node_modules'))) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here, {})

let failed = 0
for (const name of named ? [first] : names) {
  const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const config = join(here, 'stryker.config.mjs')
  const options = named ? rest : process.argv.slice(2)
  if (run(process.execPath, [stryker, 'run', config, ...options], root, { MODEL_TASKS_MUTATION: name }) !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)

function run(command, args, cwd, env) {
  return spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } }).status
}
