// Prints which system tests the gate runs at this commit, a path each: those of the rooms that the change touches, and of the others
// every fourth, in turn, since all of them take longer than everything else together. Prints nothing, and all of them run, where
// a dependency has changed, and where git does not know what has.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { baseOf } from './mutation/base.mjs'

/** How many commits it takes until each of them had its turn. */
const turns = 4

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const repository = state()
  const all = repository === undefined || repository.changed.some((path) => path.endsWith('package-lock.json'))
  if (!all) console.log(systemTestsOf(repository).join('\n'))
}

/**
 * The system tests of `files` that run at a commit which is the `commits`th. A change of `packages/<name>` is theirs whose path begins with
 * it or with `test/<name>`, of `spec` and `generator` those of the generator, and of another folder of tests those in it.
 */
export function systemTestsOf({ files, commits, changed }) {
  const touched = new Set(changed.flatMap(roomsOf))
  return files
    .filter((file) => file.endsWith('.system.test.ts'))
    .sort()
    .filter((file, place) => place % turns === commits % turns || roomsOf(file).some((room) => touched.has(room)))
}

/** Where the tests of a file are: its folder, and the folder of the tests of its package that cross packages. */
function roomsOf(path) {
  const [top, name] = path.split('/')
  if (top === 'packages') return [`packages/${name}`, `test/${name}`]
  if (top === 'spec' || top === 'generator') return ['generator']
  return top === 'test' && path.split('/').length > 2 ? [`test/${name}`] : []
}

/** What git knows: the files, how many commits lead to this one, and which files have changed since the one before; undefined where it does not. */
function state() {
  try {
    // A clone of the last commit alone would count one, whichever it is.
    if (git('rev-parse', '--is-shallow-repository') === 'true') return undefined
    const base = baseOf(undefined, (...words) => quietly(() => git(...words)))
    if (base === undefined) return undefined
    const list = (...words) => git(...words).split('\n')
    return {
      files: list('ls-files', '--cached', '--others', '--exclude-standard'),
      commits: Number(git('rev-list', '--count', 'HEAD')),
      changed: list('diff', '--name-only', base),
    }
  } catch {
    return undefined
  }
}

function quietly(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}

function git(...words) {
  return execFileSync('git', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  }).trim()
}
