// Stands for npm in the samples: says whether what is asked for is there, and does nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../../', import.meta.url)
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const [verb, ...names] = process.argv.slice(2)
const packages = readdirSync(new URL('packages/', root))
  .filter((name) => existsSync(new URL(`packages/${name}/package.json`, root)))
  .map((name) => read(`packages/${name}/package.json`))
const isPublic = (name) =>
  name === 'spec' ||
  name === 'documents' ||
  packages.some((one) => one.name === `@model-tasks/${name}` && one.private !== true)
/** What a package of ours works beside is on npm, and what the tests have installed from there. */
const isOnNpm = (name) =>
  packages.some(({ peerDependencies = {} }) => name in peerDependencies) ||
  `node_modules/${name}` in read('test/package-lock.json').packages ||
  `node_modules/${name}` in read('package-lock.json').packages
const known = {
  ci: () => existsSync(new URL('package-lock.json', root)),
  start: () => 'start' in read('package.json').scripts,
  run: () => names[0] in read('package.json').scripts,
  // The shell leaves a pattern as it is where no archive is there.
  install: () =>
    names.every((path) => isPublic(/\/release\/model-tasks-([\w-]+)-\*\.tgz$/.exec(path)?.[1]) || isOnNpm(path)),
}
if (known[verb]?.() !== true) {
  process.stderr.write(`npm ${[verb, ...names].join(' ')}: there is no such thing\n`)
  process.exitCode = 1
}
