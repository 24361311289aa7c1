// `npm run guards`: takes each guard of guards.mjs out of its file, one at a time, and demands that the test which is named for it
// fails. Words choose guards by what their promise or file contains.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guards } from './guards.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const words = process.argv.slice(2)
const chosen = guards.filter(({ promise, file }) => words.every((word) => `${promise} ${file}`.includes(word)))
if (chosen.length === 0) {
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
