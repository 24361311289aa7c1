// `npm run generate` and the commands on `spec/`: renews the generator where its sources changed, without checking types,
// and runs one of its programs: `node packages/workspace/bin/generator.js <program> [options]`.
import { bundledProgram } from '../src/generator.js'

const [program] = process.argv.splice(2, 1)
await import(await bundledProgram(program))
