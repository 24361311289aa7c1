// First, so that the modules after it load in its world.
import './world/runtime.js'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { invariants } from './invariants/index.js'
import { planOf, type Plan } from './plan.js'
import { run, type Run } from './run.js'
import { closeServer } from './shared-database.js'
import { reportOf } from './story/report.js'
import { shrink } from './story/shrink.js'

/** One process of `npm run simulate`: see `run.mjs`, which starts one for each core. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string' },
    seconds: { type: 'string' },
    plan: { type: 'string' },
    events: { type: 'string' },
    services: { type: 'string', default: '1' },
    chained: { type: 'boolean', default: false },
    share: { type: 'string', default: '0/1' },
    'keep-going': { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    story: { type: 'boolean', default: false },
  },
})

const write = values.trace ? (line: string): void => void process.stdout.write(line) : undefined
const drawn = { services: Number(values.services), chained: values.chained, names: values.events?.split(',') }
const [share = 0, shares = 1] = values.share.split('/').map(Number)
const most = Number(values.steps ?? (values.seconds === undefined ? 100_000 : Infinity))
const until = values.seconds === undefined ? Infinity : performance.now() + 1000 * Number(values.seconds)

const tellAll = async (result: Run): Promise<void> => {
  if (values.story || values.plan !== undefined) console.log(result.story.join('\n'))
  if (result.violation === undefined) return
  process.exitCode = 1
  const shortest = values.plan === undefined ? await shrink(result, run) : result
  const promise = invariants.find(({ name }) => name === result.violation?.invariant)?.promise ?? ''
  console.log(
    `\n${reportOf(shortest, promise)}\n\nThe run before it was shrunk: npm run simulate -- --seed ${result.plan.seed}${drawn.services > 1 ? ` --services ${drawn.services}` : ''}${drawn.chained ? ' --chained' : ''}${values.events === undefined ? '' : ` --events ${values.events}`}\n`,
  )
}

if (values.plan !== undefined) {
  const found = JSON.parse(readFileSync(values.plan, 'utf8')) as Plan | { plan: Plan }
  await tellAll(await run('plan' in found ? found.plan : found, write))
} else if (/\.\d+$/.test(values.seed)) {
  // One run of many, which its failure has named.
  await tellAll(await run(planOf(values.seed, drawn), write))
} else {
  let [steps, runs] = [0, 0]
  for (let index = share; steps < most / shares && performance.now() < until; index += shares) {
    const result = await run(planOf(`${values.seed}.${index}`, drawn), write)
    steps += result.steps
    runs += 1
    await tellAll(result)
    if (result.violation !== undefined && !values['keep-going']) break
  }
  console.log(`${runs} runs, ${steps} steps`)
}
await closeServer()
