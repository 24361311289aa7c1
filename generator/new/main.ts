import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ModelKind } from '../catalogue.js'
import { repository } from '../load/place.js'
import { addModel, CannotAddModelError } from './add.js'
import { modelKinds } from './scaffold.js'

const usage = `npm run spec:new -- <model-id> [--kind video|image|audio|mesh]

Adds spec/models/<model-id>.schema.json: a model with a working example
of every common parameter and a remark beside each. Delete what the model does not have.`

const directory = fileURLToPath(new URL('spec', repository))

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CannotAddModelError)) throw error
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
  const path = await addModel(directory, asked.id, asked.kind)
  console.log(
    `spec/${path} is written. Keep the parameters that its table states, each with its source, delete the others, then run: npm run generate`,
  )
  return 0
}

function read(words: string[]): { id: string; kind: ModelKind } | { mistake: string } | { help: true } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { kind: { type: 'string', default: 'video' }, help: { type: 'boolean', short: 'h', default: false } },
    })
    const [id, ...others] = positionals
    if (values.help) return { help: true }
    if (id === undefined || others.length > 0) return { mistake: `expected one Model ID, got ${positionals.length}` }
    const kind = modelKinds.find((each) => each === values.kind)
    return kind === undefined
      ? { mistake: `"${values.kind}" is not a kind of model; use ${modelKinds.join(', ')}` }
      : { id, kind }
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : String(error) }
  }
}
