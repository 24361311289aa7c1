// The gate's share of mutation testing: which changes of the sources that a change touches do the tests not see? Of the area with
// the most of them a few are drawn, and some of the guards whose file or test the change touches are taken out.
// `node test/mutation/change.mjs [commit]`: the change is what came since that commit; without one, since the branch left
// `origin/main`, or the last commit where the branch is main. Fails when a guard can be deleted unnoticed, and when the
// score of the area is certain to be less than 90 %: one survivor of a few that were drawn is printed and is not enough.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../../packages/workspace/src/test-tools.js'
import { areas } from './areas.mjs'
import { baseOf, busiest, gitIn } from './base.mjs'
import { changedLines } from './changed-lines.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** How many changes and how many guards are tried: about two minutes of processor time in the largest area. */
const [changes, guards] = [12, 4]

const since = base()
if (since === undefined) {
  console.log('skipped: git knows no commit before this one, so that nothing says what has changed')
  process.exit(0)
}
console.log(`what has changed since ${since}`)

const run = (...words) => spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status === 0
// A seed of its own for each commit: over time, all are tried.
const seed = String(Number.parseInt(since.slice(0, 7), 16))
const noticed = run('test/guards/run.mjs', '--since', since, '--sample', String(guards), '--seed', seed)

// The workspace does not depend on what makes the changes.
await installLocked(fileURLToPath(new URL('.', import.meta.url)))
const { instrument } = await import('./instrument.mjs')
const changed = changedLines(root, since)
const counts = {}
for (const [name, area] of Object.entries(areas)) counts[name] = (await instrument(root, area, changed)).mutants.length
const area = busiest(counts)
if (area === undefined) console.log('no line has changed that can be changed in a way that a test may notice')
const seen =
  area === undefined ||
  run('test/mutation/run.mjs', area, '--since', since, '--sample', String(changes), '--seed', seed, '--certain')
process.exitCode = noticed && seen ? 0 : 1

/** The commit since which the change is looked at. */
function base() {
  try {
    return baseOf(process.argv[2], gitIn(root))
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}
