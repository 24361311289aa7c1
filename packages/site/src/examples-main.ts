import { renderExamples } from './examples/examples.js'
import { readSource } from './source.js'

const { catalogue } = await readSource()
const count = await renderExamples(catalogue.models, { log: (id) => process.stdout.write(`rendered ${id}\n`) })
process.stdout.write(count === 0 ? 'The examples of all models are rendered.\n' : `${count} examples rendered.\n`)
