import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ModelKind } from '../catalogue.js'
import { addModel, CannotAddModelError } from './add.js'

const usage = `npm run spec:new -- <model-id> [--kind video|image|audio|mesh]

Adds spec/models/<model-id>.schema.json: a model with a working example
of every common parameter and a remark beside each. Delete what the model does not have.`

const directory = fileURLToPath(new URL('../../../spec', import.meta.url))

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CannotAddModelError)) throw error
  console.error(error.message)
  return 1
})

async function main(words: string[]): Promise<number> {
  const { id, kind } = read(words)
  if (id === undefined || !isKind(kind)) {
    console.error(usage)
    return 2
  }
  const path = await addModel(directory, id, kind)
  console.log(
    `spec/${path} is written. Keep the parameters that its table states, each with its source, delete the others, then run: npm run generate`,
  )
  return 0
}

function isKind(word: string | undefined): word is ModelKind {
  return word === 'video' || word === 'image' || word === 'audio' || word === 'mesh'
}

function read(words: string[]): { id?: string | undefined; kind?: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { kind: { type: 'string', default: 'video' } },
    })
    return positionals.length === 1 ? { id: positionals[0], kind: values.kind } : {}
  } catch {
    return {}
  }
}
