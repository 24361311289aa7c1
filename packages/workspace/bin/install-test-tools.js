// Installs what only tests need; the commands that need it run this first.
import { command, stage } from '../src/stage.js'
import { installTestTools } from '../src/test-tools.js'

await command(() => stage('Install the tools of the tests', installTestTools))
