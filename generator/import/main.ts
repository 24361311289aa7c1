import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { repository } from '../load/place.js'
import { CannotAddModelError } from '../new/add.js'
import { modelKinds } from '../new/scaffold.js'
import { CannotImportError } from './document.js'
import { importModel, type ImportRequest } from './import-model.js'

const usage = `npm run spec:import -- <openapi.json> <operation> [--id <model-id>] [--kind video|image|audio|mesh]

Adds a model file that holds what an OpenAPI document of a vendor says of one operation: its operationId,
its path, or its method and path. Prints what the document says and the file does not hold, with the reasons.
It reads OpenAPI 3 in JSON, also as the openapi_schema of a described model or version. Without --id and --kind,
the model has the ID and the kind that the document states.`

const directory = fileURLToPath(new URL('spec', repository))

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CannotImportError || error instanceof CannotAddModelError)) throw error
  console.error(error.message)
  return 1
})

async function main(words: string[]): Promise<number> {
  const asked = read(words)
  if ('help' in asked) {
    console.log(usage)
    return 0
  }
  if ('mistake' in asked) {
    console.error(`${asked.mistake}\n\n${usage}`)
    return 2
  }
  const { path, parameters, lost } = await importModel(directory, asked)
  console.log(`spec/${path} is written, with ${parameters} parameter${parameters === 1 ? '' : 's'}.`)
  if (lost.length > 0)
    console.log(
      `What the document says and the file does not hold:\n${lost.map(({ pointer, reason }) => `  ${pointer}: ${reason}`).join('\n')}`,
    )
  console.log('Add what no document says (units, limits on files, the price), then run: npm run generate')
  return 0
}

function read(words: string[]): ImportRequest | { mistake: string } | { help: true } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        id: { type: 'string' },
        kind: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return { help: true }
    const [document, operation, ...others] = positionals
    if (document === undefined || operation === undefined || others.length > 0)
      return { mistake: `expected a document and an operation, got ${positionals.length} words` }
    const kind = modelKinds.find((each) => each === values.kind)
    return values.kind !== undefined && kind === undefined
      ? { mistake: `"${values.kind}" is not a kind of model; use ${modelKinds.join(', ')}` }
      : { document, operation, id: values.id, kind }
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : String(error) }
  }
}
