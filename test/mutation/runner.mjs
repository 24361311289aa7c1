// Runs each test once per mutant that it reaches, in one process that has loaded everything once. A mutant is found when its test
// fails. Whether that was its doing is certain only where the test passed right before it without any mutant: after a failure the
// test runs once more without one, and where that fails too, the process is given up and the next one goes on.
import { TestRunner } from 'vitest'
import { getFn } from 'vitest/suite'
import { appendTry, isMeasured, readTurns, readCoverage, readTries, stageOf, writeCoverage } from './state.mjs'

const { setTimeout, clearTimeout } = globalThis
const utilization = performance.eventLoopUtilization.bind(performance)
/** Seconds of processor time that this process has used. */
const processor = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
/** Milliseconds that this process has worked or waited for an event: without those in which the machine ran something else. */
const ownTime = () => utilization().idle + 1000 * processor()
const mutants = (globalThis.__stryker__ ??= {})
const state = (globalThis.modelTasksMutation ??= begin())

function begin() {
  const coverage = isMeasured(stageOf()) ? readCoverage(stageOf()) : undefined
  const turns = coverage && readTurns().turns
  const { found, passed } = readTries()
  return {
    coverage,
    turns,
    found,
    passed,
    measured: { milliseconds: {}, names: {}, files: {}, failed: {} },
    stopped: false,
    /** Whether a mutant was active in this process. */
    mutated: false,
    turn: undefined,
  }
}

export default class MutationRunner extends TestRunner {
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test)
    if (test.mode !== 'run') return
    if (!state.coverage) {
      // Twice: a test that passes only once would seem to find the first mutant that it is asked about.
      test.repeats = 1
      return
    }
    const queue = (state.turns[test.id] ?? []).filter(
      (mutant) => !state.found.has(mutant) && !state.passed.has(`${mutant} ${test.id}`),
    )
    if (queue.length === 0 || state.stopped) test.mode = 'skip'
    // At most: a try without a mutant before the first and after each.
    test.repeats = 2 * queue.length + 2
    state.turn = { queue, mutant: undefined, proven: false, doubted: undefined }
  }

  onBeforeTryTask(test) {
    super.onBeforeTryTask(test)
    mutants.currentTestId = state.coverage ? undefined : test.id
    state.started = ownTime()
    if (!state.coverage) {
      Object.assign(test.result, { state: 'run', errors: undefined })
      return
    }
    const { turn } = state
    Object.assign(test.result, { state: 'run', errors: undefined })
    const over = state.stopped || (turn.queue.length === 0 && (turn.proven || turn.last === 'passed'))
    if (over) test.context.skip()
    turn.timeout = false
    const clean = turn.last === undefined || turn.last === 'failed'
    turn.mutant = clean ? undefined : turn.queue.shift()
    if (turn.mutant === undefined) return
    appendTry({ mutant: turn.mutant, test: test.id, outcome: 'started', pid: process.pid, processor: processor() })
    state.mutated = true
    mutants.hitCount = 0
    mutants.hitLimit = Math.max(1000, 100 * state.coverage.perTest[test.id][turn.mutant])
    mutants.activeMutant = turn.mutant
  }

  async runTask(test) {
    const work = getFn(test)
    if (!state.coverage) return work()
    let timer
    const usual = state.coverage.milliseconds[test.id]
    const limit = 2000 + 20 * Math.min(usual, 1000) + 4 * Math.max(usual - 1000, 0)
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
      const { names, milliseconds, files, failed: ofTests } = state.measured
      names[test.id] = `${test.file.name}: ${test.name}`
      files[test.id] = test.file.name
      milliseconds[test.id] = Math.min(ownTime() - state.started, milliseconds[test.id] ?? Infinity)
      if (failed) ofTests[test.id] ??= `${names[test.id]}: ${test.result.errors?.[0]?.message}`
      if (test.id in ofTests) milliseconds[test.id] = Infinity
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
      if (failed && !state.mutated) appendTry({ test: test.id, outcome: 'broken' })
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
    writeCoverage(stageOf(), { perTest, outside, ...state.measured })
  }

  #record(test, mutant, outcome) {
    appendTry({ mutant, test: test.id, outcome })
    if (outcome === 'passed') state.passed.add(`${mutant} ${test.id}`)
    else state.found.set(mutant, outcome)
  }
}
