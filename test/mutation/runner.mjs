// Runs each test once per mutant that it reaches, in one process that has loaded everything once. A mutant is found when its test
// fails. Whether that was its doing is certain only where the test passed right before it without any mutant: after a failure the
// test runs once more without one, and where that fails too, the process is given up and the next one goes on.
import { TestRunner } from 'vitest'
import { getFn } from 'vitest/suite'
import { appendTry, readChosen, readCoverage, readTries, withoutLong, writeCoverage } from './state.mjs'

const { setTimeout, clearTimeout } = globalThis
const utilization = performance.eventLoopUtilization.bind(performance)
/** Seconds of processor time that this process has used. */
const processor = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
/** Milliseconds that this process has worked or waited for an event: without those in which the machine ran something else. */
const ownTime = () => utilization().idle + 1000 * processor()
/** How many tests are asked about one mutant this time, in the order in which they run, and how long these take at most. */
const [maxCount, maxMilliseconds] = (process.env.MODEL_TASKS_MUTATION_TESTS ?? '').split(' ').map(Number)
const mutants = (globalThis.__stryker__ ??= {})
const state = (globalThis.modelTasksMutation ??= begin())

function begin() {
  const coverage = readCoverage()
  const chosen = coverage && readChosen()
  const tests = new Map()
  for (const [test, reached] of Object.entries(coverage?.perTest ?? {}))
    for (const mutant of Object.keys(reached)) {
      if (!chosen.has(mutant)) {
        delete reached[mutant]
        continue
      }
      const quick = coverage.milliseconds[test] <= maxMilliseconds
      const count = (tests.get(mutant) ?? 0) + Number(quick)
      tests.set(mutant, count)
      if (!quick || count > maxCount) delete reached[mutant]
    }
  const { found, passed } = readTries()
  return {
    coverage,
    found,
    passed,
    measured: { milliseconds: {}, names: {}, failed: [] },
    stopped: false,
    turn: undefined,
  }
}

export default class MutationRunner extends TestRunner {
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test)
    if (!state.coverage || test.mode !== 'run') return
    const reached = Object.keys(state.coverage.perTest[test.id] ?? {})
    const queue = reached.filter((mutant) => !state.found.has(mutant) && !state.passed.has(`${mutant} ${test.id}`))
    if (queue.length === 0 || state.stopped) test.mode = 'skip'
    // At most: a try without a mutant before the first and after each.
    test.repeats = 2 * queue.length + 2
    state.turn = { queue, mutant: undefined, proven: false, doubted: undefined }
  }

  onBeforeTryTask(test) {
    super.onBeforeTryTask(test)
    mutants.currentTestId = state.coverage ? undefined : test.id
    state.started = ownTime()
    if (!state.coverage) return
    const { turn } = state
    Object.assign(test.result, { state: 'run', errors: undefined })
    const over = state.stopped || (turn.queue.length === 0 && (turn.proven || turn.last === 'passed'))
    if (over) test.context.skip()
    turn.timeout = false
    const clean = turn.last === undefined || turn.last === 'failed'
    turn.mutant = clean ? undefined : turn.queue.shift()
    if (turn.mutant === undefined) return
    appendTry({ mutant: turn.mutant, test: test.id, outcome: 'started', pid: process.pid, processor: processor() })
    mutants.hitCount = 0
    mutants.hitLimit = Math.max(1000, 100 * state.coverage.perTest[test.id][turn.mutant])
    mutants.activeMutant = turn.mutant
  }

  async runTask(test) {
    const work = getFn(test)
    if (!state.coverage) return work()
    let timer
    const limit = 4000 + 20 * state.coverage.milliseconds[test.id]
    const begun = ownTime()
    const late = new Promise((_, reject) => {
      const look = () => {
        const left = limit - (ownTime() - begun)
        if (left > 0) return (timer = setTimeout(look, Math.max(left, 10)))
        state.turn.timeout = true
        reject(new Error(`longer than ${limit} ms`))
      }
      look()
    })
    await Promise.race([work(), late]).finally(() => clearTimeout(timer))
  }

  onAfterRetryTask(test) {
    const failed = test.result.state === 'fail'
    if (!state.coverage) {
      mutants.currentTestId = undefined
      state.measured.names[test.id] = `${test.file.name}: ${test.name}`
      state.measured.milliseconds[test.id] = ownTime() - state.started
      if (failed) {
        state.measured.failed.push(`${state.measured.names[test.id]}: ${test.result.errors?.[0]?.message}`)
        state.measured.milliseconds[test.id] = Infinity
      }
      return
    }
    const { turn } = state
    if (test.result.pending) return
    mutants.activeMutant = undefined
    const { errors = [] } = test.result
    Object.assign(test.result, { state: 'pass', errors: undefined })
    if (turn.mutant === undefined) {
      // Nothing but an earlier mutant, or another test, can be the reason.
      if (failed) state.stopped = true
      const { suspect } = turn
      if (suspect && (!failed || suspect.proven)) this.#record(test, suspect.mutant, suspect.outcome)
      Object.assign(turn, { suspect: undefined, proven: !failed, last: 'clean' })
      return
    }
    turn.timeout ||= errors.some(({ message }) => /^Hook timed out/.test(message))
    if (failed)
      turn.suspect = { mutant: turn.mutant, outcome: turn.timeout ? 'timeout' : 'killed', proven: turn.proven }
    else this.#record(test, turn.mutant, 'passed')
    Object.assign(turn, { proven: false, last: failed ? 'failed' : 'passed' })
  }

  async onAfterRunFiles() {
    await super.onAfterRunFiles()
    if (state.coverage) return
    const { perTest = {}, static: outside = {} } = mutants.mutantCoverage ?? {}
    const { names, milliseconds, failed } = state.measured
    writeCoverage({ ...withoutLong(perTest, names, milliseconds), outside, milliseconds, failed })
  }

  #record(test, mutant, outcome) {
    appendTry({ mutant, test: test.id, outcome })
    if (outcome === 'passed') state.passed.add(`${mutant} ${test.id}`)
    else state.found.set(mutant, outcome)
  }
}
