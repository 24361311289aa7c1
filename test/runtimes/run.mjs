// Runs the scenario on the built packages in every runtime there is, and says what ran, what was skipped and why.
// Usage: node test/runtimes/run.mjs [part of a runtime's name ...]
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installLocked } from '../../packages/workspace/src/test-tools.js'
import { openEventsPlace } from './events-place.mjs'
import { openPlace } from './place.mjs'
import { inChromium } from './chromium.mjs'
import { packed } from './packed.mjs'
import { withoutEffects } from './side-effects.mjs'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const wanted = process.argv.slice(2)
const binary = {
  node20: join(here, 'node_modules/node20/bin/node'),
  node22: join(here, 'node_modules/node22/bin/node'),
  deno: join(here, 'node_modules/@deno/linux-x64-glibc/deno'),
  bun: join(here, 'node_modules/@oven/bun-linux-x64-baseline/bin/bun'),
}

await installLocked(here, { begins: () => console.log('installing the runtimes from their lock file') })

/** One run in a process of its own. */
const byProcess =
  (program, parameters, traits = {}, openIn = openPlace) =>
  async () => {
    if (!existsSync(program))
      return { skipped: `its npm package is not installed on ${process.platform} ${process.arch}` }
    await chmod(program, 0o755).catch(() => {})
    const directory = await mkdtemp(join(tmpdir(), 'model-tasks-runtimes-'))
    const place = await openIn()
    try {
      const environment = {
        ...process.env,
        RUNTIME_PLACE: JSON.stringify({ ...place.direct, ...traits, directory }),
        DENO_DIR: directory,
        DENO_NO_UPDATE_CHECK: '1',
      }
      const { stdout } = await run(program, parameters, { cwd: here, env: environment, timeout: 300_000 })
      const line = stdout.split('\n').find((text) => text.startsWith('RESULTS '))
      if (line === undefined) throw new Error(`printed no results: ${stdout.slice(-500)}`)
      return JSON.parse(line.slice('RESULTS '.length))
    } finally {
      await place.close()
      await rm(directory, { recursive: true, force: true })
    }
  }

const denoRun = ['run', '--quiet', '--allow-all', '--node-modules-dir=manual', '--no-lock', '--no-remote']
const eventSource = (program, ...parameters) =>
  byProcess(program, [...parameters, 'event-source.mjs'], {}, openEventsPlace)

const runtimes = {
  [`Node ${process.versions.node} (this one)`]: byProcess(process.execPath, ['main.mjs']),
  'Node 20.19.0': byProcess(binary.node20, ['main.mjs']),
  'Node 22': byProcess(binary.node22, ['main.mjs']),
  'Node 20.19.0, require() from CommonJS': byProcess(binary.node20, ['--no-warnings', 'required.cjs']),
  'Node 22, require() from CommonJS': byProcess(binary.node22, ['--no-warnings', 'required.cjs']),
  'Node 22, unbound fetch as in edge workers': byProcess(binary.node22, ['unbound-fetch.mjs']),
  'Deno 2': byProcess(binary.deno, [...denoRun, 'main.mjs'], { resends: true }),
  'Bun 1': byProcess(binary.bun, ['run', 'main.mjs']),
  'Node 22, EventSource': eventSource(binary.node22, '--no-warnings', '--experimental-eventsource'),
  'Deno 2, EventSource': eventSource(binary.deno, ...denoRun),
  'Bun 1, EventSource': eventSource(binary.bun, 'run'),
  'Chromium, page': inChromium('page'),
  'Chromium, worker': inChromium('worker'),
  'Node 20.19.0, packed and installed elsewhere': packed(binary.node20, byProcess),
  'esbuild, an import without use': withoutEffects,
}

let passed = 0
let failed = 0
let skipped = 0
for (const [name, runIn] of Object.entries(runtimes)) {
  if (wanted.length > 0 && !wanted.some((part) => name.toLowerCase().includes(part.toLowerCase()))) continue
  const began = performance.now()
  const results = await runIn().catch((error) => [{ name: 'starts', error: `${error.message}`.slice(0, 1500) }])
  if ('skipped' in results) {
    skipped++
    console.log(`- ${name}: skipped, ${results.skipped}`)
    continue
  }
  const broken = results.filter((result) => result.error !== undefined)
  passed += results.length - broken.length
  failed += broken.length
  console.log(
    `${broken.length === 0 ? '✓' : '✗'} ${name}: ${results.length - broken.length} of ${results.length} in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  for (const { name: promise, error } of broken) console.log(`    ✗ ${promise}: ${error}`)
  for (const { name: promise, note } of results) if (note !== undefined) console.log(`    ! ${promise}: ${note}`)
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
