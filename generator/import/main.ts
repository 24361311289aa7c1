import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { repository } from '../load/place.js'
import { kindNamed, runAdding } from '../new/command.js'
import { importModel, type ImportRequest } from './import-model.js'

const usage = `npm run spec:import -- <openapi.json> <operation> [--id <model-id>] [--kind video|image|audio|mesh]

Adds a model file that holds what an OpenAPI document of a vendor says of one operation: its operationId,
its path, or its method and path. Prints what the document says and the file does not hold, with the reasons.
It reads OpenAPI 3 in JSON, also as the openapi_schema of a described model or version. Without --id and --kind,
the model has the ID and the kind that the document states.`

const directory = fileURLToPath(new URL('spec', repository))

process.exitCode = await runAdding({ usage, read, add })

async function add(request: ImportRequest): Promise<string> {
  const { path, parameters, lost } = await importModel(directory, request)
  return [
    `spec/${path} is written, with ${parameters} parameter${parameters === 1 ? '' : 's'}.`,
    ...(lost.length === 0 ? [] : ['What the document says and the file does not hold:']),
    ...lost.map(({ pointer, reason }) => `  ${pointer}: ${reason}`),
    'Add what no document says (units, limits on files, the price), then run: npm run generate',
  ].join('\n')
}

function read(words: string[]): ImportRequest | undefined {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      kind: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const [document, operation, ...others] = positionals
  if (document === undefined || operation === undefined || others.length > 0)
    throw new Error(`expected a document and an operation, got ${positionals.length} words`)
  return { document, operation, id: values.id, kind: values.kind === undefined ? undefined : kindNamed(values.kind) }
}
