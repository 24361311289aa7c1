// `npm run dev`: the service with everything behind it renewed on every change: generated files, packages, docs site.
// Types are checked beside it; what is wrong with them is printed and stops nothing.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { compile } from '../src/compile.js'
import { root } from '../src/root.js'
import { run, tsc } from '../src/run.js'
import { command, stage } from '../src/stage.js'
import { watchFolders } from '../src/watch.js'

const generate = () => run(['generator/dist/main.js'])
const buildSite = () => run(['packages/site/bin/build.js', '--uncompressed'])

await command(async () => {
  await stage('Compile the packages', compile)
  await stage('Generate from the catalogue', async () => void (await generate()))
  await stage('Build the docs site', async () => void (await buildSite()))

  let service = startService()
  const packages = readdirSync(`${root}packages`).map((name) => `packages/${name}`)
  await watchFolders(root, ['spec', 'generator', ...packages], async (folders) => {
    await stage('Compile the packages', compile)
    const catalogue = folders.has('spec') || folders.has('generator')
    if (catalogue) await stage('Generate from the catalogue', async () => void (await generate()))
    const browser = ['site', 'client', 'validation'].some((name) => folders.has(`packages/${name}`))
    if (catalogue || browser) await stage('Build the docs site', async () => void (await buildSite()))
    const server = ['service', 'sandbox', 'client', 'validation'].some((name) => folders.has(`packages/${name}`))
    if (catalogue || server) service = await restart(service)
  })
  spawn(process.execPath, [tsc, '-b', '--watch', '--preserveWatchOutput'], { cwd: root, stdio: 'inherit' })
})

function startService() {
  return spawn(process.execPath, ['packages/service/bin/model-tasks-service.js'], { cwd: root, stdio: 'inherit' })
}

/** The new one starts when the old one has let go of port and data folder. */
async function restart(service) {
  if (service.exitCode === null) {
    const closed = new Promise((resolve) => service.once('close', resolve))
    service.kill('SIGTERM')
    await closed
  }
  return startService()
}
