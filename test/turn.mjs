// Decides what the gate runs at a commit of what takes longer than everything else together, and prints the system tests among it,
// a path each: those in the rooms that the change touches (of more than twenty, so many that twenty are not exceeded), and an eighth of
// the others; of the consumers that ask a service, those of a package that it touches, and a fourth of the others. The commit draws
// them. Not in turn: where four commits land at a time, the same ones would have it each time. Prints nothing, and all of them run,
// where a dependency has changed, and where git does not know what has.
import { fileURLToPath } from 'node:url'
import { baseOf, gitIn } from './mutation/base.mjs'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const change = changeHere()
  if (change !== undefined) console.log(systemTestsOf(change).join('\n'))
}

/**
 * The system tests of `files` that run at a commit with this `seed`, those that it has `changed` among them. A change of `packages/<name>` touches those whose path begins
 * with it or with `test/<name>`, of `spec` and `generator` those of the generator, and of another folder of tests those in it.
 */
export function systemTestsOf({ files, seed, changed }) {
  const touched = new Set(changed.flatMap(roomsOf))
  const all = files.filter((file) => file.endsWith('.system.test.ts'))
  const isNear = (file) => roomsOf(file).some((room) => touched.has(room))
  const near = all.filter(isNear)
  const far = all.filter((file) => !isNear(file))
  const itself = near.filter((file) => changed.includes(file))
  const shares = Math.max(1, Math.ceil(near.length / 20))
  return [...new Set([...itself, ...drawn(near, seed, shares), ...drawn(far, seed, 8)])].sort()
}

/** The names of the consumers that run at a commit: all that say which files they read, and of those that ask a service the drawn ones. */
export function consumersOf({ seed, changed }, steps) {
  const touched = new Set(changed.filter((path) => path !== 'test/consumers/passed.json').flatMap(roomsOf))
  const asking = steps.filter(({ reads }) => reads === undefined)
  const near = ({ room }) => touched.has('test/consumers') || touched.has(room)
  const far = asking.filter((step) => !near(step)).map(({ name }) => name)
  const now = new Set(drawn(far, seed, 4))
  return steps.map(({ name }) => name).filter((name) => !far.includes(name) || now.has(name))
}

/** One in `shares` of the names: which one follows from the seed alone, and `shares` seeds in a row draw each name once. */
export function drawn(names, seed, shares) {
  return [...names].sort().filter((_, place) => place % shares === seed % shares)
}

/** Where the tests of a file are: its folder, and the folder of the tests of its package that cross packages. */
export function roomsOf(path) {
  const [top, name] = path.split('/')
  if (top === 'packages') return [`packages/${name}`, `test/${name}`]
  if (top === 'spec' || top === 'generator') return ['generator']
  return top === 'test' && path.split('/').length > 2 ? [`test/${name}`] : []
}

/**
 * What git knows of the commit in this folder: the files, a number that follows from the commit, and which files have changed since
 * the one before. Undefined where all is to run, since a dependency has changed or git does not know what has.
 */
export function changeHere() {
  const git = gitIn(process.cwd())
  const base = baseOf(undefined, git)
  if (base === undefined) return undefined
  const list = (...words) => git(...words)?.split('\n') ?? []
  const changed = list('diff', '--name-only', base)
  if (changed.some((path) => path.endsWith('package-lock.json'))) return undefined
  return {
    files: list('ls-files', '--cached', '--others', '--exclude-standard'),
    seed: Number.parseInt(git('rev-parse', 'HEAD').slice(0, 7), 16),
    changed,
  }
}
