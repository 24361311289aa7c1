// `npm test`: runs the tests without the system tests, or all whose path is named: `npm test -- packages/client`.
// `npm run test:system` runs the system tests, `npm run test:all` both; the benchmarks among them measure what is published.
import { assemblePackages, publishedPackages } from '../src/published.js'
import { run, tsc } from '../src/run.js'
import { command, stage } from '../src/stage.js'
import { installTestTools } from '../src/test-tools.js'
import { vitest } from '../src/vitest.js'

await command(async () => {
  await stage('Install the tools of the tests', installTestTools)
  // With declarations: some tests compile programs that import the packages.
  await stage('Compile the packages', async () => void (await run([tsc, '-b'])))
  const system = process.argv.slice(2).some((word) => /system|=\*/.test(word))
  if (system) await assemblePackages()
  // What system tests start is what is published.
  const env = system ? { ...process.env, MODEL_TASKS_PUBLISHED: publishedPackages } : process.env
  await run(vitest('run', process.argv.slice(2)), { show: true, env })
})
