/**
 * Checks the packages as npm would publish them: packs them once, then runs the checks that are named, or all of them.
 * Usage: node test/packages/run.mjs [<check>…]. Prints a line per finding and fails when one of them is wrong.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from './archives.mjs'
import { reporter } from './report.mjs'

const names = ['published', 'size', 'install', 'commonjs', 'peers', 'release']
const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !names.includes(name))
if (unknown !== undefined) {
  console.error(`expected some of the checks ${names.join(', ')}, got ${unknown}`)
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'model-tasks-packages-'))
const { report, failures } = reporter()
try {
  const archives = await pack(folder)
  for (const name of chosen.length > 0 ? chosen : names) {
    const started = performance.now()
    const { check } = await import(`./${name}.mjs`)
    await check({ archives, folder: await mkdtemp(join(folder, `${name}-`)), report })
    console.log(`     ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(failures() === 0 ? 0 : 1)
