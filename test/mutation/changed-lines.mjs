import { execFileSync, spawnSync } from 'node:child_process'

/**
 * The lines of each source that are not as they were at a commit, those of the working tree included; a file that git does not know
 * yet is not among them. By path from the root.
 * Throws an error whose message says what is wrong with the commit.
 */
export function changedLines(root, commit) {
  if (spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { cwd: root }).status !== 0)
    throw new Error(`--since: expected a commit that git knows, such as origin/main, got ${commit}`)
  const words = ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--no-renames', commit, '--', 'packages']
  const changed = new Map()
  let lines
  for (const line of execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n')) {
    const [, path] = /^\+\+\+ b\/(.+)$/.exec(line) ?? []
    if (path !== undefined) changed.set(path, (lines = new Set()))
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first !== undefined)
      for (let number = 0; number < Number(count); number += 1) lines?.add(Number(first) + number)
  }
  return changed
}
