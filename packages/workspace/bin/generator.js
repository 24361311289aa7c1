// `npm run generate` and the commands on `spec/`: renews the generator where its sources changed, without checking types,
// and runs one of its programs: `node packages/workspace/bin/generator.js <program> [options]`.
import { setFlagsFromString } from 'node:v8'
import { bundledProgram } from '../src/generator.js'

// A run is over before most of what V8 compiles has paid for itself: with its own budget (67,584) a run takes an eighth to a
// third more processor time, at 28 models as at 1,000.
setFlagsFromString('--interrupt-budget=400000')

const [program] = process.argv.splice(2, 1)
await import(await bundledProgram(program))
