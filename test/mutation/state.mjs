// What the processes of a run tell one another: files in the folder that MODEL_TASKS_MUTATION names.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const at = (name) => join(process.env.MODEL_TASKS_MUTATION, name)

export const readPlan = () => JSON.parse(readFileSync(at('plan.json'), 'utf8'))

/** Of a run without mutants: how often each test reaches each mutant, what is reached outside of tests, and how long tests take. */
export const readCoverage = () =>
  existsSync(at('coverage.json')) ? JSON.parse(readFileSync(at('coverage.json'), 'utf8')) : undefined

/** The IDs of the mutants that tests are asked about this time. */
export const writeChosen = (ids) => writeFileSync(at('chosen.json'), JSON.stringify(ids))
export const readChosen = () => new Set(JSON.parse(readFileSync(at('chosen.json'), 'utf8')))

/** The longest that a test takes which is asked about mutants, in milliseconds. */
const longest = 1000

/**
 * The tests that are asked about mutants, and in words, the slowest first, those that reach some and take too long for that.
 * One that failed, which has taken for ever, is neither.
 */
export function withoutLong(perTest, names, milliseconds) {
  const tests = Object.keys(perTest)
  const long = tests.filter((test) => milliseconds[test] > longest && milliseconds[test] < Infinity)
  return {
    perTest: Object.fromEntries(Object.entries(perTest).filter(([test]) => milliseconds[test] <= longest)),
    long: long
      .sort((one, other) => milliseconds[other] - milliseconds[one])
      .map((test) => `${names[test]} (${(milliseconds[test] / 1000).toFixed(1)} s)`),
  }
}

export const writeCoverage = (coverage) => writeFileSync(at('coverage.json'), JSON.stringify(coverage))

/**
 * A try of a mutant in a test: `started`, then `passed`, `killed`, `timeout`, `crashed` (its process ended) or `interrupted` (the
 * run did).
 */
export const appendTry = (entry) => appendFileSync(at('tries.jsonl'), `${JSON.stringify(entry)}\n`)

/**
 * What the tries so far have shown: how each mutant was found, which tests passed with it, and the try that did not end. A process
 * that ends may have been ended by something else: it counts the second time.
 */
export function readTries() {
  const found = new Map()
  const passed = new Set()
  const crashed = new Set()
  let open
  const lines = existsSync(at('tries.jsonl')) ? readFileSync(at('tries.jsonl'), 'utf8').split('\n') : []
  for (const line of lines.filter(Boolean)) {
    const { outcome, ...entry } = JSON.parse(line)
    const { mutant, test } = entry
    open = outcome === 'started' ? entry : undefined
    if (outcome === 'passed') passed.add(`${mutant} ${test}`)
    if (outcome === 'killed' || outcome === 'timeout') found.set(mutant, outcome)
    if (outcome === 'crashed' && crashed.has(mutant)) found.set(mutant, 'killed')
    if (outcome === 'crashed') crashed.add(mutant)
  }
  return { found, passed, open, count: lines.length }
}
