/** In a process of its own: `node one-run.mjs <spec> <out> <emitter|all>` prints the milliseconds and the peak memory as JSON. */
import { readCatalogue } from '../../../generator/dist/read/catalogue.js'
import { emitters } from '../../../generator/dist/emitters.js'
import { filesOf } from '../../../generator/dist/generate.js'
import { loadExtra } from '../../../generator/dist/load/extra.js'
import { loadSpec } from '../../../generator/dist/load/spec.js'
import { run } from '../../../generator/dist/run.js'

const [spec, out, name] = process.argv.slice(2)
const now = () => performance.now()
const extra = await loadExtra()
let milliseconds
let bytes = 0
if (name === 'all') {
  const settings = { spec, out, mode: 'write', base: extra.baseAddress }
  const outcome = await run(settings, { loadExtra: () => extra, loadSpec, now })
  if (outcome.kind === 'mistakes') throw new Error(JSON.stringify(outcome.diagnostics.slice(0, 3), null, 2))
} else {
  const catalogue = readCatalogue(await loadSpec(spec))
  const start = now()
  const emitter = emitters.find((known) => known.name === name)
  const files = emitter === undefined ? [] : filesOf(emitter, catalogue, extra)
  milliseconds = now() - start
  bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
}
console.log(JSON.stringify({ milliseconds, bytes, peakMiB: process.resourceUsage().maxRSS / 1024 }))
