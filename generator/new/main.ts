import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ModelKind } from '../catalogue.js'
import { repository } from '../load/place.js'
import { addModel } from './add.js'
import { kindNamed, runAdding } from './command.js'

const usage = `npm run spec:new -- <model-id> [--kind video|image|audio|mesh]

Adds spec/models/<model-id>.schema.json: a model with a working example
of every common parameter and a remark beside each. Delete what the model does not have.`

const directory = fileURLToPath(new URL('spec', repository))

process.exitCode = await runAdding({ usage, read, add })

async function add({ id, kind }: { id: string; kind: ModelKind }): Promise<string> {
  const path = await addModel(directory, id, kind)
  return `spec/${path} is written. Keep the parameters that its table states, each with its source, delete the others, then run: npm run generate`
}

function read(words: string[]): { id: string; kind: ModelKind } | undefined {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { kind: { type: 'string', default: 'video' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  const [id, ...others] = positionals
  if (values.help) return undefined
  if (id === undefined || others.length > 0) throw new Error(`expected one Model ID, got ${positionals.length}`)
  return { id, kind: kindNamed(values.kind) }
}
