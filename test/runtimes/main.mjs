// One run of the scenario by import, in Node, Deno or Bun. The place comes in as JSON in RUNTIME_PLACE; the results go out as one line.
import * as client from '@model-tasks/client'
import { runScenario } from './scenario.mjs'

const results = await runScenario(client, JSON.parse(process.env.RUNTIME_PLACE))
console.log(`RESULTS ${JSON.stringify(results)}`)
