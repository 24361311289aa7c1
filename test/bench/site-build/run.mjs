/**
 * `npm run bench -- site-build [runs]`: how long the docs site takes to build into an empty folder, again where one page has
 * changed, and where nothing has. Seconds of the clock, and of the processor: on a busy machine compare the latter.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const runs = Math.max(1, Number(process.argv[2] ?? 3))
const program = fileURLToPath(new URL('../../../packages/site/bin/build.js', import.meta.url))
const watched = new URL('work.mjs', import.meta.url).href

/** One build in a process of its own: seconds of the clock, of all processors, and of the thread that makes the pages. */
const build = (folder) => {
  const started = performance.now()
  const output = execFileSync(process.execPath, ['--import', watched, program, folder], { encoding: 'utf8' })
  return { wall: (performance.now() - started) / 1000, ...JSON.parse(output.trim().split('\n').at(-1)) }
}

const medianOf = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]

// Removed at the end: a file system that has just given up thousands of files takes many times as long to make others.
const folders = []
const rows = { 'into an empty folder': [], 'one page and the stamp gone': [], 'nothing changed': [] }
try {
  for (let run = 0; run < runs; run += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'site-build-'))
    folders.push(folder)
    rows['into an empty folder'].push(build(folder))
    for (const file of ['.stamp', 'guides/polling/index.html']) rmSync(join(folder, file))
    rows['one page and the stamp gone'].push(build(folder))
    rows['nothing changed'].push(build(folder))
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
console.log(`node ${process.version}; medians of ${runs}; load ${loadavg()[0].toFixed(1)}\n`)
console.log('| | wall s | processor s | of it the thread that makes the pages |\n|---|---|---|---|')
for (const [name, results] of Object.entries(rows)) {
  const cells = ['wall', 'processor', 'pages'].map((key) => medianOf(results.map((result) => result[key])).toFixed(2))
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
