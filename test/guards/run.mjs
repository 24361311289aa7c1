// `npm run guards`: takes each guard of guards.mjs out of its file, one at a time, and demands that the test which is named for it
// fails. Words choose guards by what their promise or file contains; `--since <commit>` those whose file or test has changed since,
// `--sample 4 --seed 1` as many of them by a seed.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changedFiles } from '../mutation/changed-lines.mjs'
import { integer } from '../mutation/options.mjs'
import { drawSample } from '../mutation/sample.mjs'
import { guards } from './guards.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { words, since, sample, seed } = options()
const named = guards.filter(({ promise, file }) => words.every((word) => `${promise} ${file}`.includes(word)))
const wanted = named.filter(({ file, tests }) => since === undefined || since.has(file) || since.has(tests))
const drawn = new Set(drawSample([...wanted.keys()], sample, seed))
const chosen = wanted.filter((_, index) => drawn.has(index))
if (named.length === 0) {
  console.error(`no promise or file contains all of: ${words.join(', ')}; they stand in test/guards/promises/`)
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'model-tasks-guards-'))
let missed = 0
try {
  for (const guard of chosen) {
    const outcome = await outcomeOf(guard)
    if (outcome === 'noticed') console.log(`noticed  ${guard.promise} (${guard.file})`)
    else console.log(`MISSED   ${guard.promise} (${guard.file}): ${outcome}`)
    if (outcome !== 'noticed') missed += 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${chosen.length - missed} of ${chosen.length} guards cannot be deleted unnoticed`)
process.exitCode = missed === 0 ? 0 : 1

/** What the words of the command ask for: guards that contain `words`, and of these the files that have changed `since`. */
function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { since: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
    })
    const { since, sample, seed } = values
    return {
      words: positionals,
      since: since === undefined ? undefined : new Set(changedFiles(root, since)),
      sample: sample === undefined ? Infinity : integer('--sample', sample, 1),
      seed: integer('--seed', seed, 0),
    }
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

/** What came of taking a guard out: `noticed`, or why it was not. */
async function outcomeOf({ file, guard, without = '', tests, test }) {
  const parts = readFileSync(join(root, file), 'utf8').split(guard)
  if (parts.length !== 2) return `its code stands ${parts.length - 1} times in the file; correct test/guards/promises/`
  const report = join(folder, 'report.json')
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/guards/vitest.config.mjs',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  rmSync(report, { force: true })
  const child = spawn(process.execPath, [...words, '-t', pattern(test), tests], {
    cwd: root,
    env: { ...process.env, MODEL_TASKS_GUARD: JSON.stringify({ file, guard, without }) },
    stdio: 'ignore',
  })
  await new Promise((resolve) => child.once('exit', resolve))
  const ran = results(report).filter(
    ({ title, status }) => title === test && (status === 'passed' || status === 'failed'),
  )
  if (ran.length === 0) return `there is no test "${test}" in ${tests}`
  return ran.some(({ status }) => status === 'failed') ? 'noticed' : `the test "${test}" passes without it`
}

function results(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ assertionResults }) => assertionResults)
  } catch {
    return []
  }
}

/** A test's name as a pattern that means itself. */
function pattern(name) {
  return `${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
}
