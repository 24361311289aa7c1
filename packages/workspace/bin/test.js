// `npm test`: runs the tests, or those whose path is named: `npm test -- packages/client`.
import { compile } from '../src/compile.js'
import { run } from '../src/run.js'
import { command, stage } from '../src/stage.js'
import { installTestTools } from '../src/test-tools.js'

await command(async () => {
  await stage('Install the tools of the tests', installTestTools)
  await stage('Compile the packages', compile)
  const chosen = process.argv.slice(2)
  await run(['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...chosen], { show: true })
})
