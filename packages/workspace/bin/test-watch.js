// `npm run test:watch`: compiles on every change, and runs the tests that the change concerns, among those of `npm test`.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { compile } from '../src/compile.js'
import { root } from '../src/root.js'
import { command, stage } from '../src/stage.js'
import { installTestTools } from '../src/test-tools.js'
import { vitest } from '../src/vitest.js'
import { watchFolders } from '../src/watch.js'

await command(async () => {
  await stage('Install the tools of the tests', installTestTools)
  await stage('Compile the packages', compile)
  const sources = readdirSync(`${root}packages`).map((name) => `packages/${name}`)
  await watchFolders(root, ['generator', ...sources], async () => void (await compile()))
  const tests = spawn(process.execPath, vitest('watch', process.argv.slice(2)), { cwd: root, stdio: 'inherit' })
  tests.once('close', (code) => process.exit(code ?? 1))
})
