import { execFileSync, spawnSync } from 'node:child_process'

/**
 * The lines of each source that are not as they were at a commit, those of the working tree included; a file that git does not know
 * yet is not among them. By path from the root.
 * Throws an error whose message says what is wrong with the commit.
 */
export function changedLines(root, commit) {
  const changed = new Map()
  let lines
  for (const line of difference(root, commit, '--unified=0', '--', 'packages')) {
    const [, path] = /^\+\+\+ b\/(.+)$/.exec(line) ?? []
    if (path !== undefined) changed.set(path, (lines = new Set()))
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first !== undefined)
      for (let number = 0; number < Number(count); number += 1) lines?.add(Number(first) + number)
  }
  return changed
}

/**
 * The files that are not as they were at a commit, as above, from the root.
 * Throws an error whose message says what is wrong with the commit.
 */
export function changedFiles(root, commit) {
  return difference(root, commit, '--name-only')
}

/** What git says of the difference to a commit, by line. */
function difference(root, commit, ...words) {
  if (spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { cwd: root }).status !== 0)
    throw new Error(`--since: expected a commit that git knows, such as origin/main, got ${commit}`)
  const all = ['diff', '--no-color', '--no-ext-diff', '--no-renames', commit, ...words]
  return execFileSync('git', all, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n')
}
