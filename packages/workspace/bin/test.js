// `npm test`: runs the tests, or those whose path is named: `npm test -- packages/client`.
import { run, tsc } from '../src/run.js'
import { command, stage } from '../src/stage.js'
import { installTestTools } from '../src/test-tools.js'

await command(async () => {
  await stage('Install the tools of the tests', installTestTools)
  // With declarations: some tests compile programs that import the packages.
  await stage('Compile the packages', async () => void (await run([tsc, '-b'])))
  const chosen = process.argv.slice(2)
  await run(['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...chosen], { show: true })
})
