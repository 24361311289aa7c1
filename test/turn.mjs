// Prints which system tests the gate runs at this commit, a path each: those of the rooms that the change touches, and a fourth of
// the others, drawn by the commit, since all of them take longer than everything else together. Not in turn: where four commits land
// at a time, the same ones would have it each time. Prints nothing, and all of them run, where
// a dependency has changed, and where git does not know what has.
import { fileURLToPath } from 'node:url'
import { baseOf, gitIn } from './mutation/base.mjs'

/** One in so many is drawn. */
const shares = 4

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const repository = state()
  const all = repository === undefined || repository.changed.some((path) => path.endsWith('package-lock.json'))
  if (!all) console.log(systemTestsOf(repository).join('\n'))
}

/**
 * The system tests of `files` that run at a commit with this `seed`. A change of `packages/<name>` is theirs whose path begins with
 * it or with `test/<name>`, of `spec` and `generator` those of the generator, and of another folder of tests those in it.
 */
export function systemTestsOf({ files, seed, changed }) {
  const touched = new Set(changed.flatMap(roomsOf))
  return files
    .filter((file) => file.endsWith('.system.test.ts'))
    .sort()
    .filter((file, place) => place % shares === seed % shares || roomsOf(file).some((room) => touched.has(room)))
}

/** Where the tests of a file are: its folder, and the folder of the tests of its package that cross packages. */
function roomsOf(path) {
  const [top, name] = path.split('/')
  if (top === 'packages') return [`packages/${name}`, `test/${name}`]
  if (top === 'spec' || top === 'generator') return ['generator']
  return top === 'test' && path.split('/').length > 2 ? [`test/${name}`] : []
}

/** What git knows: the files, a number that follows from the commit, and which files have changed since the one before; undefined where it does not. */
function state() {
  const git = gitIn(process.cwd())
  const base = baseOf(undefined, git)
  if (base === undefined) return undefined
  const list = (...words) => git(...words)?.split('\n') ?? []
  return {
    files: list('ls-files', '--cached', '--others', '--exclude-standard'),
    seed: Number.parseInt(git('rev-parse', 'HEAD').slice(0, 7), 16),
    changed: list('diff', '--name-only', base),
  }
}
