/** In a process of its own: `node one-run.mjs <spec> <emitter|none>` prints the milliseconds and the peak memory as JSON. */
import { readCatalogue } from '../../../generator/dist/read/catalogue.js'
import { emitters } from '../../../generator/dist/emitters.js'
import { filesOf } from '../../../generator/dist/generate.js'
import { loadExtra } from '../../../generator/dist/load/extra.js'
import { loadSpec } from '../../../generator/dist/load/spec.js'

const [spec, name] = process.argv.slice(2)
const now = () => performance.now()
const extra = await loadExtra()
const catalogue = readCatalogue(await loadSpec(spec))
const start = now()
const emitter = emitters.find((known) => known.name === name)
const files = emitter === undefined ? [] : filesOf(emitter, catalogue, extra)
const milliseconds = now() - start
const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
console.log(JSON.stringify({ milliseconds, bytes, peakMiB: process.resourceUsage().maxRSS / 1024 }))
