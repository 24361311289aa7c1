// What the processes of a run tell one another: files in the folder that MODEL_TASKS_MUTATION names.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const at = (name) => join(process.env.MODEL_TASKS_MUTATION, name)

export const readPlan = () => JSON.parse(readFileSync(at('plan.json'), 'utf8'))

/**
 * `first`: the tests of an area, of which those are asked about mutants that take a second at most. `later`: the others, and more
 * that reach the area, which are asked only about what survived the first.
 */
export const stageOf = () => process.env.MODEL_TASKS_MUTATION_STAGE ?? 'first'

/** The longest that a test takes which is asked in the first stage, and the longest that all those take which are asked later about one mutant, in milliseconds. */
const [longest, budget] = [1000, 20_000]

const coverageAt = (stage) => at(`coverage-${stage}.json`)
export const isMeasured = (stage) => existsSync(coverageAt(stage))
export const writeCoverage = (stage, coverage) => writeFileSync(coverageAt(stage), JSON.stringify(coverage))

/**
 * What was measured without mutants: how often each test that is asked in a stage reaches each mutant, what is reached outside of
 * tests, how long tests take, their files and names, and in words those that failed, and those that are asked about none since they
 * take too long, the slowest first.
 */
export function readCoverage(stage) {
  const parts = (stage === 'first' ? ['first'] : ['first', 'later']).map((one) =>
    JSON.parse(readFileSync(coverageAt(one), 'utf8')),
  )
  const merged = (member) => Object.assign({}, ...parts.map((part) => part[member]))
  const [reached, milliseconds, names] = [merged('perTest'), merged('milliseconds'), merged('names')]
  const isQuick = (test) => test in parts[0].milliseconds && milliseconds[test] <= longest
  const quickest = Object.keys(reached)
    .filter((test) => milliseconds[test] < Infinity)
    .sort((one, other) => Number(isQuick(other)) - Number(isQuick(one)) || milliseconds[one] - milliseconds[other])
  const spent = new Map()
  const asked = new Map()
  for (const test of quickest)
    for (const mutant of Object.keys(reached[test])) {
      if (!isQuick(test)) {
        const after = (spent.get(mutant) ?? 0) + milliseconds[test]
        if (stage === 'first' || after > budget) continue
        spent.set(mutant, after)
      }
      asked.set(test, { ...asked.get(test), [mutant]: reached[test][mutant] })
    }
  return {
    // In the order in which they run.
    perTest: Object.fromEntries(
      Object.keys(reached).flatMap((test) => (asked.has(test) ? [[test, asked.get(test)]] : [])),
    ),
    outside: parts[0].outside,
    milliseconds,
    files: merged('files'),
    failed: parts.flatMap(({ failed }) => Object.values(failed)),
    long: quickest
      .filter((test) => !asked.has(test) && Object.keys(reached[test]).length > 0)
      .reverse()
      .map((test) => `${names[test]} (${(milliseconds[test] / 1000).toFixed(1)} s)`),
  }
}

/** By test, the IDs of the mutants that it is asked about this time, and the files of these tests. */
export const writeTurns = (chosen) => writeFileSync(at('turns.json'), JSON.stringify(chosen))
export const readTurns = () => JSON.parse(readFileSync(at('turns.json'), 'utf8'))

/**
 * A try of a mutant in a test: `started`, then `passed`, `killed`, `timeout`, `crashed` (its process ended) or `interrupted` (the
 * run did).
 */
export const appendTry = (entry) => appendFileSync(at('tries.jsonl'), `${JSON.stringify(entry)}\n`)

/**
 * What the tries so far have shown: how each mutant was found, which tests passed with it, which are
 * `broken` (they failed without any mutant before and in them, and are asked no more), and the try that did not end. A process
 * that ends may have been ended by something else: it counts the second time.
 */
export function readTries() {
  const found = new Map()
  const passed = new Set()
  const crashed = new Set()
  const broken = new Set()
  let open
  const lines = existsSync(at('tries.jsonl')) ? readFileSync(at('tries.jsonl'), 'utf8').split('\n') : []
  for (const line of lines.filter(Boolean)) {
    const { outcome, ...entry } = JSON.parse(line)
    const { mutant, test } = entry
    open = outcome === 'started' ? entry : undefined
    if (outcome === 'passed') passed.add(`${mutant} ${test}`)
    if (outcome === 'broken') broken.add(test)
    if (outcome === 'killed' || outcome === 'timeout') found.set(mutant, outcome)
    if (outcome === 'crashed' && crashed.has(mutant)) found.set(mutant, 'killed')
    if (outcome === 'crashed') crashed.add(mutant)
  }
  return { found, passed, broken, open, count: lines.length }
}
