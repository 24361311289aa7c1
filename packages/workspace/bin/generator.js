// `npm run generate` and the commands on `spec/`: renews the generator where its sources changed, without checking types,
// and runs one of its programs: `node packages/workspace/bin/generator.js <program> [options]`.
import { setFlagsFromString } from 'node:v8'
import { bundledProgram } from '../src/generator.js'

// A run is over before most of what V8 compiles has paid for itself: with its own budget (67,584) a run takes an eighth to a
// third more processor time, at 28 models as at 1,000.
setFlagsFromString('--interrupt-budget=400000')
// What is made of one model is of no use for the next. By its own measure V8 lets four times as much pile up as is in use
// before it clears away: of 1,000 models that is 560 MiB in place of 330. To clear away earlier takes a tenth more processor
// time.
setFlagsFromString('--heap-growing-percent=30')

const [program] = process.argv.splice(2, 1)
await import(await bundledProgram(program))
