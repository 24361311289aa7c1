// `npm start`: compiles what changed, builds the docs site when it is out of date, and runs the service in this process.
import { compile } from '../src/compile.js'
import { run } from '../src/run.js'
import { command, stage } from '../src/stage.js'

await command(async () => {
  await stage('Compile the packages', compile)
  await stage('Build the docs site', async () => void (await run(['packages/site/bin/build.js', '--uncompressed'])))
  await import('../../service/bin/model-tasks-service.js')
})
