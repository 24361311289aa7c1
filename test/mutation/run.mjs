// `npm run mutation [-- <area> … --sample 100 --seed 1]`: which changes of the sources the tests do not see; without a name, all
// areas, one after the other. `--sample` draws as many changes of each area by a seed, and the score is told with its error.
// `--since <commit>` makes only changes that begin on a line that has changed since, in the areas that have any.
// `--at <path>[:<line>,<line>]` makes only those of a source, or of lines of it; `--test <path>` asks only that test. Both can be repeated.
// Prints a table of the areas at its end and fails when one has a score of less than 90 %, with `--certain` only where that of all
// such changes is certain to be. A run that was interrupted continues, and an area that has not changed since is not run again.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { join, relative } from 'node:path'
import { installLocked } from '../../packages/workspace/src/test-tools.js'
import { areas } from './areas.mjs'
import { changedLines } from './changed-lines.mjs'
import { readOptions } from './options.mjs'
import { appendTry, isMeasured, readCoverage, readTries, writeCoverage, writeTurns } from './state.mjs'
import { formatScore, formatTable, judge, reportOf } from './report.mjs'
import { atMost, drawSample } from './sample.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
/** The least score of an area, in percent. */
const threshold = 90
/** The seconds of processor time that a try may use before its process is killed: only a loop without an end does. */
const endless = 60
/** Milliseconds without a new try after which a process is looked at, and after which one that has no try under way is killed. */
const [quiet, silent] = [20_000, 120_000]

const { chosen, sample, seed, since, tests, certain, changed } = options()
// The workspace does not depend on what makes the changes.
await installLocked(here)
const { instrument } = await import('./instrument.mjs')

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const reports = []
for (const name of chosen) {
  const area = tests ? { ...areas[name], tests, later: [] } : areas[name]
  const plan = await instrument(root, area, changed)
  if (changed && plan.mutants.length === 0) continue
  const report = await runArea(name, plan)
  reports.push(report)
  console.log([...report.missed, `${name}: ${formatScore(report)}`].join('\n'))
}
if (reports.length === 0)
  console.log(
    `no area has a line that can be changed in a way that a test may notice${since ? `, of those changed since ${since}` : ''}`,
  )
else console.log(`\n${formatTable(reports)}`)
process.exit(reports.some(({ score, found, total }) => (certain ? atMost(found, total) : score) < threshold) ? 1 : 0)

function options() {
  try {
    const read = readOptions(process.argv.slice(2), Object.keys(areas))
    return { ...read, changed: read.at ?? (read.since === undefined ? undefined : changedLines(root, read.since)) }
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

async function runArea(name, plan) {
  const begun = performance.now()
  const folder = join(here, '.cache', changed ? `${name}-some` : name)
  process.env.MODEL_TASKS_MUTATION = folder
  const known = existsSync(join(folder, 'plan.json')) && JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')).key
  if (known !== plan.key) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  }
  const first = await coverageOf(name, 'first')
  const all = judge(plan.mutants, first, readTries())
  const asked = all.filter(({ verdict }) => verdict !== 'static').map(({ id }) => id)
  const drawn = new Set(drawSample(asked, sample, seed))
  const mutants = plan.mutants.filter(({ id }) => drawn.has(id))
  // What was under way when a run was interrupted has shown nothing.
  const { open: interrupted } = readTries()
  if (interrupted) appendTry({ ...interrupted, outcome: 'interrupted' })
  // Most mutants are found by one of the first quick tests. Only the others are shown to all that reach them.
  await ask(mutants, 'first', first)
  const survivors = judge(mutants, first, readTries()).filter(({ verdict }) =>
    ['survived', 'no test', 'open'].includes(verdict),
  )
  let coverage = first
  if (survivors.length > 0 && plan.later.length + first.long.length > 0) {
    // Where single tests are asked, there are no more of them, but those that take long.
    if (plan.later.length === 0 && !isMeasured('later'))
      writeCoverage('later', { perTest: {}, outside: {}, milliseconds: {}, names: {}, files: {}, failed: {} })
    coverage = await coverageOf(name, 'later')
    await ask(survivors, 'later', coverage)
  }
  const { failed, long } = coverage
  for (const test of failed)
    console.log(`left out, since it fails without any mutant, at once or when it runs again: ${test}`)
  if (long.length > 0) console.log(`left out, since they take too long, ${long.length} of the tests:`)
  for (const test of long) console.log(`  ${test}`)
  const report = reportOf(name, judge(mutants, coverage, readTries()), asked.length)
  const path = join(folder, 'missed.txt')
  writeFileSync(path, report.missed.map((line) => `${line}\n`).join(''))
  return {
    ...report,
    atLoad: all.length - asked.length,
    leftOut: long.length + failed.length,
    path: relative(root, path),
    minutes: (performance.now() - begun) / 60_000,
  }
}

/** What the tests of a stage reach, after a run without mutants if that is not known yet. */
async function coverageOf(name, stage) {
  process.env.MODEL_TASKS_MUTATION_STAGE = stage
  if (!isMeasured(stage)) await vitest()
  if (!isMeasured(stage)) throw new Error(`${name}: no test has run`)
  return readCoverage(stage)
}

/** Shows mutants to the tests of a stage that reach them, until one fails. */
async function ask(mutants, stage, coverage) {
  const steps =
    stage === 'first'
      ? [
          [40, 100],
          [Infinity, 100],
          [Infinity, Infinity],
        ]
      : [[Infinity, Infinity]]
  for (const [count, most] of steps) {
    for (let before = -1, now = readTries().count; now !== before; now = readTries().count) {
      before = now
      const turns = turnsOf(mutants, coverage, count, most)
      const tests = Object.keys(turns)
      if (tests.length === 0) break
      writeTurns({ turns, files: [...new Set(tests.map((test) => coverage.files[test]))] })
      const killed = await vitest()
      const { open: under } = readTries()
      if (under) appendTry({ ...under, outcome: killed ? 'timeout' : 'crashed' })
    }
  }
}

/** By test, which mutants it is to be asked about: not those that were found, and of all tests that reach one the first `count` that take `most` milliseconds. */
function turnsOf(mutants, { perTest, milliseconds }, count, most) {
  const { found, passed, broken } = readTries()
  const turns = {}
  for (const { id } of mutants.filter(({ id }) => !found.has(id))) {
    const reaching = Object.keys(perTest).filter((test) => id in perTest[test] && milliseconds[test] <= most)
    for (const test of reaching.slice(0, count))
      if (!broken.has(test) && !passed.has(`${id} ${test}`)) (turns[test] ??= []).push(id)
  }
  return turns
}

/** One run of the tests of the area. True when it was killed, since a try did not end. */
async function vitest() {
  const words = ['run', '--config', join(here, 'vitest.config.mjs')]
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [program, ...words], { cwd: root, stdio: 'ignore', detached: true })
  const tries = join(process.env.MODEL_TASKS_MUTATION, 'tries.jsonl')
  const measures = !isMeasured(process.env.MODEL_TASKS_MUTATION_STAGE)
  const begun = Date.now()
  const kill = () => process.kill(-child.pid, 'SIGKILL')
  process.once('exit', kill)
  let [over, killed] = [false, false]
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => (over = true))
  while (!over) {
    await Promise.race([ended, setTimeout(1000)])
    const waited = existsSync(tries) ? Date.now() - Math.max(begun, statSync(tries).mtimeMs) : 0
    if (over || killed || measures || waited < quiet) continue
    const { open } = readTries()
    if (open ? processorSeconds(open.pid) - open.processor < endless : waited < silent) continue
    killed = true
    kill()
  }
  process.off('exit', kill)
  return killed
}

/** The processor time that a process has used, in seconds: `[[days-]hours:]minutes:seconds` of `ps`. */
function processorSeconds(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' })
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = stdout.trim().split(/[-:]/).reverse().map(Number)
  return seconds + 60 * (minutes + 60 * (hours + 24 * days))
}
