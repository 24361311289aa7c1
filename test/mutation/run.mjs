// `npm run mutation [-- <area>]`: which changes of the sources the tests do not see; without a name, all areas, one after the other.
// Not part of the gate. A run that was interrupted continues, and an area that has not changed since is not run again.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { areas } from './areas.mjs'
import { appendTry, readCoverage, readTries } from './state.mjs'
import { formatReport, judge } from './report.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
/** The least score of an area, in percent. */
const threshold = 90
/** How long a try may go on without an end, in milliseconds, before its process is killed: only a loop without an end does. */
const endless = 120_000

const names = Object.keys(areas)
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`expected areas among ${names.join(', ')}, got ${unknown.join(', ')}`)
  process.exit(2)
}
if (!existsSync(join(here, 'node_modules')))
  spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })
const { instrument } = await import('./instrument.mjs')

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

let failed = false
for (const name of chosen.length > 0 ? chosen : names) {
  const { score, lines } = await runArea(name)
  console.log(lines.join('\n'))
  failed ||= score < threshold
}
process.exit(failed ? 1 : 0)

async function runArea(name) {
  const plan = await instrument(root, areas[name])
  const folder = join(here, '.cache', name)
  process.env.MODEL_TASKS_MUTATION = folder
  const known = existsSync(join(folder, 'plan.json')) && JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')).key
  if (known !== plan.key) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  }
  if (!readCoverage()) await vitest()
  const coverage = readCoverage()
  if (!coverage) throw new Error(`${name}: no test has run`)
  for (const test of coverage.failed) console.log(`left out, since it fails without any mutant: ${test}`)
  // Most mutants are found by one of the first tests. Only the others are shown to all that reach them.
  for (const tests of [40, Infinity]) {
    process.env.MODEL_TASKS_MUTATION_TESTS = String(tests)
    for (let before = -1, now = readTries(); now.count !== before; now = readTries()) {
      if (now.open) appendTry({ ...now.open, outcome: 'timeout' })
      before = readTries().count
      if (judge(plan, coverage, readTries()).some(({ verdict }) => verdict === 'open')) await vitest()
    }
  }
  return formatReport(name, judge(plan, coverage, readTries()))
}

/** One run of the tests of the area; killed when a try does not end. */
async function vitest() {
  const words = ['run', '--config', join(here, 'vitest.config.mjs')]
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [program, ...words], { cwd: root, stdio: 'ignore', detached: true })
  const tries = join(process.env.MODEL_TASKS_MUTATION, 'tries.jsonl')
  const kill = () => process.kill(-child.pid, 'SIGKILL')
  process.once('exit', kill)
  let over = false
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => (over = true))
  while (!over) {
    await Promise.race([ended, setTimeout(1000)])
    const changed = existsSync(tries) ? statSync(tries).mtimeMs : Infinity
    if (!over && Date.now() - changed > endless) kill()
  }
  process.off('exit', kill)
}
