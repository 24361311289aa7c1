// `npm run build`: everything that is published, with types checked.
import { run, tsc } from '../src/run.js'
import { command, stage } from '../src/stage.js'

await command(async () => {
  await stage('Compile the packages and check their types', async () => void (await run([tsc, '-b'])))
  await stage('Bundle the client', async () => void (await run(['packages/client/bundle.js'])))
  await stage('Bundle the terminal', async () => void (await run(['packages/cli/bundle.js'])))
  await stage('Render the examples of the docs site', async () => void (await run(['packages/site/bin/examples.js'])))
  await stage('Build the docs site', async () => void (await run(['packages/site/bin/build.js'])))
})
