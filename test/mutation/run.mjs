// Usage: node test/mutation/run.mjs [client|validation] [--mutate <files>]; without a name, both.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const packages = ['client', 'validation']
const [first, ...rest] = process.argv.slice(2)
const named = first !== undefined && !first.startsWith('-')
if (named && !packages.includes(first)) {
  console.error(`Mutation tests exist for ${packages.join(' and ')}, not for ${first}.`)
  process.exit(2)
}
if (!existsSync(join(here, 'node_modules'))) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here, {})

let failed = 0
for (const name of named ? [first] : packages) {
  const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const config = join(here, 'stryker.config.mjs')
  const options = named ? rest : process.argv.slice(2)
  if (run(process.execPath, [stryker, 'run', config, ...options], root, { MODEL_TASKS_MUTATION: name }) !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)

function run(command, args, cwd, env) {
  return spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } }).status
}
