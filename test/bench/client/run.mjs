// The client beside its peers: size, cold import, time added to a request, 10,000 waits, and POSTs under faults.
// Usage: node test/bench/client/run.mjs [size] [import] [request] [waits] [faults] [--ours]; without names, all.
// With --ours, one round of our own client alone. Peers come from the lock file beside this.
import { faultMatrix } from './faults.mjs'
import { coldImports } from './import.mjs'
import { addedTimes } from './request.mjs'
import { sizes } from './size.mjs'
import { manyWaits } from './waits.mjs'

const parts = { size: sizes, import: coldImports, request: addedTimes, waits: manyWaits, faults: faultMatrix }
const wanted = process.argv.slice(2).filter((name) => name !== '--ours')
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

let missed = 0
for (const [name, part] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) missed += await part()
if (missed > 0) console.log(`\n${missed} of our own targets missed.`)
process.exitCode = missed > 0 ? 1 : 0
