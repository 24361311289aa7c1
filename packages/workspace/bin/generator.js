// `npm run generate` and the commands on `spec/`: compiles the generator where its sources changed, without checking types,
// and runs one of its programs: `node packages/workspace/bin/generator.js <program> [options]`.
import { compile } from '../src/compile.js'
import { root } from '../src/root.js'

const [program] = process.argv.splice(2, 1)
await compile((source) => source.endsWith('generator'))
await import(new URL(`generator/dist/${program}.js`, `file://${root}`).href)
