// `npm run simulate -- --seed 7 --steps 100000`: see "The simulation" in CONTRIBUTING.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { bundleSimulation } from './bundle.mjs'
import { noPostgres, startServer } from './server.mjs'

const words = process.argv.slice(2)
// One run of many, a plan, and what is to be compared line by line are for one process.
const single = words.some(
  (word, index) =>
    ['--plan', '--trace', '--story'].includes(word) || (words[index - 1] === '--seed' && word.includes('.')),
)
const shares = single ? 1 : availableParallelism()
const file = await bundleSimulation('main.ts')
// The files of a world are small and many: in memory they cost nothing.
const folder = process.env['TMPDIR'] ?? (existsSync('/dev/shm') ? '/dev/shm' : undefined)
// Several services share a real PostgreSQL, which all processes of this command use.
const several = words.includes('--services') || words.includes('--plan')
if (words.includes('--services') && noPostgres !== undefined) {
  console.error(noPostgres)
  process.exit(1)
}
const server = several && noPostgres === undefined ? await startServer() : undefined
const env = { ...process.env, ...(folder === undefined ? {} : { TMPDIR: folder }), ...server?.variable }
const began = performance.now()
const codes = await Promise.all(
  Array.from({ length: shares }, async (_, share) => {
    const child = spawn(process.execPath, ['--enable-source-maps', file, '--share', `${share}/${shares}`, ...words], {
      stdio: 'inherit',
      env,
    })
    return (await once(child, 'exit'))[0]
  }),
)
await server?.stop()
console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`)
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0
