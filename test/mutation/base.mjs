import { execFileSync } from 'node:child_process'

/** What a command of git prints in a folder; undefined when it fails. */
export const gitIn =
  (folder) =>
  (...words) => {
    try {
      return execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return undefined
    }
  }

/**
 * The commit since which a change is looked at, in full: the one that is named, that at which the branch left `origin/main`, or the one
 * before the last where there is none between. Undefined where git knows none. `git` answers what a command prints, undefined when it fails.
 */
export function baseOf(named, git) {
  const commit = (name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  if (named !== undefined) {
    const found = commit(named)
    if (found === undefined) throw new Error(`expected a commit that git knows, such as origin/main, got ${named}`)
    return found
  }
  const left = git('merge-base', 'HEAD', 'origin/main')
  return left !== undefined && left !== commit('HEAD') ? left : commit('HEAD~1')
}

/** The area with the most changes; undefined where none has any. */
export function busiest(counts) {
  const [[name, count] = []] = Object.entries(counts).sort(([, left], [, right]) => right - left)
  return count > 0 ? name : undefined
}
