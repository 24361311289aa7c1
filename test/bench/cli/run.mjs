/**
 * `npm run bench -- cli`: how long the terminal takes to print its help, beside a Node that does nothing. Whole processes, taken
 * in turn, medians.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.argv[2] ?? 25)
const folder = mkdtempSync(join(tmpdir(), 'model-tasks-bench-'))
const empty = join(folder, 'empty.mjs')
writeFileSync(empty, '')
const executable = fileURLToPath(
  new URL('../../../release/node_modules/@model-tasks/cli/bin/model-tasks.js', import.meta.url),
)
const contenders = [
  { name: 'bare node', words: [empty] },
  { name: 'model-tasks --help', words: [executable, '--help'] },
  { name: 'model-tasks run --help', words: [executable, 'run', '--help'] },
].map((contender) => ({ ...contender, wall: [] }))

for (let round = 0; round < rounds; round++)
  for (const { words, wall } of contenders) {
    const started = performance.now()
    const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' })
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`)
    wall.push(performance.now() - started)
  }
rmSync(folder, { recursive: true })

const median = (list) => list.sort((one, other) => one - other)[Math.floor(list.length / 2)]
const [bare] = contenders.map(({ wall }) => median(wall))
for (const { name, wall } of contenders)
  console.log(`${name.padEnd(24)} ${median(wall).toFixed(1).padStart(7)} ms  ${(median(wall) / bare).toFixed(2)}`)
