// `npm start`: compiles what changed, builds the docs site when it is out of date, and runs the service in this process.
//
// The script begins with `exec`, so that the shell in between is gone and a signal that ends it ends the service. The
// shell of Windows has no `exec`, says so and goes on with the second half.
import { compile } from '../src/compile.js'
import { run } from '../src/run.js'
import { command, stage } from '../src/stage.js'

await command(async () => {
  await stage('Compile the packages', compile)
  await stage('Build the docs site', async () => void (await run(['packages/site/bin/build.js', '--uncompressed'])))
  await import('../../service/bin/model-tasks-service.js')
})
