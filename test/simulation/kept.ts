// First, so that the modules after it load in its world.
import './world/runtime.js'
import { readFileSync } from 'node:fs'
import type { Plan } from './plan.js'
import { run } from './run.js'
import { closeServer } from './shared-database.js'

/** Runs the plans of the files that are named and prints what each has shown, a JSON object per line. */
for (const file of process.argv.slice(2)) {
  const { plan } = JSON.parse(readFileSync(file, 'utf8')) as { plan: Plan }
  const { violation, steps, digest, story } = await run(plan)
  console.log(JSON.stringify({ file, violation, steps, digest, story }))
}
await closeServer()
