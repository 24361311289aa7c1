import { assemblePackages } from './published.js'
import { run, tsc } from './run.js'
import { stage } from './stage.js'

/** Builds the packages, with types checked, and assembles what is published of each in `release/`. */
export async function buildPackages() {
  await stage('Compile the packages and check their types', async () => void (await run([tsc, '-b'])))
  await assemblePackages()
}
