// Every entry by require(), then the scenario with the client that came that way.
const entries = [
  '@model-tasks/spec',
  '@model-tasks/spec/validators',
  '@model-tasks/spec/validators/sd_2.0_discount',
  '@model-tasks/spec/findings',
  '@model-tasks/validation',
  '@model-tasks/validation/all',
  '@model-tasks/client',
  '@model-tasks/client/testing',
  '@model-tasks/client/journal',
  '@model-tasks/client/batch',
]
const results = entries.map((entry) => {
  try {
    return Object.keys(require(entry)).length > 0
      ? { name: `require('${entry}')` }
      : { name: `require('${entry}')`, error: 'exports nothing' }
  } catch (error) {
    return { name: `require('${entry}')`, error: error.message }
  }
})
const { runScenario } = require('./scenario.mjs')
runScenario(require('@model-tasks/client'), JSON.parse(process.env.RUNTIME_PLACE)).then((more) => {
  console.log(`RESULTS ${JSON.stringify([...results, ...more])}`)
})
