// Prints which half of the system tests the gate runs at this commit, as an option of Vitest: they take longer than all else together, so
// each half has every second commit. Prints nothing where git does not know how many commits there are; then all of them run.
import { execFileSync } from 'node:child_process'

const count = commits()
if (count !== undefined) console.log(`--shard=${(count % 2) + 1}/2`)

/** How many commits lead to this one, itself included. */
function commits() {
  try {
    // A clone of the last commit alone would count one, whichever it is.
    return git('rev-parse', '--is-shallow-repository') === 'true'
      ? undefined
      : Number(git('rev-list', '--count', 'HEAD'))
  } catch {
    return undefined
  }
}

function git(...words) {
  return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
