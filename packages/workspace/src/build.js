import { run, tsc } from './run.js'
import { stage } from './stage.js'

/** Builds what the packages hold when they are published, with types checked. */
export async function buildPackages() {
  await stage('Compile the packages and check their types', async () => void (await run([tsc, '-b'])))
  await stage('Bundle the validation', async () => void (await run(['packages/validation/bundle.js'])))
  await stage('Bundle the client', async () => void (await run(['packages/client/bundle.js'])))
  await stage('Bundle the terminal', async () => void (await run(['packages/cli/bundle.js'])))
  await stage('Bundle the service', async () => void (await run(['packages/service/bundle.js'])))
}
