import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { mutateNumbers } from './numbers.mjs'
import { unseen } from './unseen.mjs'

const silent = { debug() {}, info() {}, isDebugEnabled: () => false }

// Log messages and words of errors are read by people; the tests of the promises need not repeat each of them.
const options = { plugins: null, ignorers: [unseen], excludedMutations: ['StringLiteral'] }

/**
 * Everything that a run of an area needs: its sources with all mutants in them, each switched on by its ID, and what the
 * mutants are: those of Stryker, or those of its numbers. With `changed` lines only those that begin on one of them, and the
 * sources that have any. `key` changes with any file that the result depends on directly.
 */
export async function instrument(root, { mutate, tests, later = [], numbers = false }, changed) {
  const paths = filesOf(root, mutate).flatMap((path) => (changed?.has(path) === false ? [] : [join(root, path)]))
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
  const testFiles = filesOf(root, tests)
  const laterFiles = filesOf(root, later).filter((path) => !testFiles.includes(path))
  const { files, mutants } = numbers ? mutateNumbers(sources) : await mutateCode(sources)
  const hash = createHash('sha256')
  const contents = [...testFiles, ...laterFiles].map((path) => readFileSync(join(root, path), 'utf8'))
  for (const content of [...files.map((file) => file.content), ...contents]) hash.update(content).update('\0')
  return {
    key: hash.digest('hex'),
    tests: testFiles,
    later: laterFiles,
    files: files.map(({ name, content }) => ({ name, content })),
    mutants: mutants
      .map(({ name, ...mutant }) => ({ ...mutant, file: name.slice(root.length) }))
      .filter(({ file, line }) => changed?.get(file).has(line) !== false),
  }
}

async function mutateCode(sources) {
  const { files, mutants } = await new Instrumenter(silent).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    options,
  )
  return {
    files,
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, location, mutatorName, replacement }) => ({
        id,
        name: fileName,
        line: location.start.line + 1,
        mutator: mutatorName,
        original: excerpt(sources.get(fileName), location),
        replacement,
      })),
  }
}

/** The files that patterns name, whose `*` is any name and `**` any folders. */
function filesOf(root, patterns) {
  const found = patterns.flatMap((pattern) => {
    const folder = pattern.slice(0, pattern.search(/[^/]*(\*|$)/))
    const matches = new RegExp(
      `^${pattern.replaceAll('.', '\\.').replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.+/)?'))}$`,
    )
    return readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}${name}`)
      .filter((path) => matches.test(path))
      .sort()
  })
  return [...new Set(found)]
}

function excerpt(source, { start, end }) {
  const lines = source.split('\n').slice(start.line, end.line + 1)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column)
  return lines.join('\n').slice(start.column)
}
