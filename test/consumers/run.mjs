import { assemblePackages } from '../../packages/workspace/src/published.js'
import { changeHere, consumersOf } from '../turn.mjs'
import { steps } from './steps/index.mjs'
import { SkippedError } from './shell.mjs'
import { digestOf, readRecord, writeRecord } from './unchanged.mjs'

const started = performance.now()
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'))
const unknown = flags.find((flag) => !['--all', '--record', '--drawn'].includes(flag))
if (unknown !== undefined) throw new Error(`${unknown} is not an option; there are --all, --record and --drawn`)
const change = flags.includes('--drawn') ? changeHere() : undefined
const now = change && consumersOf(change, steps)
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const passed = await readRecord()
const outcomes = []
const waiting = steps.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
await assemblePackages()
// Two at a time: while one installs, the other computes.
await Promise.all([lane(), lane()])

const count = (state) => outcomes.filter((entry) => entry === state).length
console.log(`${seconds(started)} s in all`)
console.log(
  `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped, ${count('unchanged')} unchanged since they passed, ${count('later')} drawn by other commits`,
)
if (flags.includes('--record')) await writeRecord(passed)
process.exitCode = count('failed') > 0 ? 1 : 0

async function lane() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) outcomes.push(await outcome(step))
}

async function outcome(step) {
  const { name, run } = step
  const begun = performance.now()
  const say = (state, text) => {
    console.log(`${state.padEnd(10)}${name.padEnd(24)}${text} (${seconds(begun)} s)`)
    return state
  }
  if (now !== undefined && !now.includes(name)) return say('later', 'it is drawn by another commit')
  try {
    const digest = await digestOf(step)
    const before = passed[name]
    if (digest !== undefined && before?.digest === digest && !flags.includes('--all'))
      return say('unchanged', `${before.result}, on ${before.passed}`)
    const result = await run()
    if (digest !== undefined)
      passed[name] = { digest, passed: new Date().toISOString().slice(0, 10), result: result.split('\n')[0] }
    return say('passed', result)
  } catch (error) {
    if (error instanceof SkippedError) return say('skipped', error.message)
    delete passed[name]
    return say('failed', error instanceof Error ? error.message : String(error))
  }
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1)
}
