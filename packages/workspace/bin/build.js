// `npm run build`: the packages as they are published, with types checked, and the docs site.
import { buildPackages } from '../src/build.js'
import { run } from '../src/run.js'
import { command, stage } from '../src/stage.js'

await command(async () => {
  await buildPackages()
  await stage('Render the examples of the docs site', async () => void (await run(['packages/site/bin/examples.js'])))
  await stage('Build the docs site', async () => void (await run(['packages/site/bin/build.js'])))
})
