import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { requireModel } from '../catalogue.js'
import type { AddCommand } from './command.js'

/** `schema`: the JSON Schema of a model's request body. */
export const addSchema: AddCommand = (program, session) => {
  const command = program
    .command('schema')
    .summary("print the JSON Schema of a model's request body")
    .description('Prints the JSON Schema (2020-12) of the whole request body of a model.')
    .argument('<model>', 'Model ID')
    .option('--draft-07', 'in draft-07 instead')
  command.action(async (id: string) => {
    const { draft07 } = command.opts<{ draft07?: boolean }>()
    const path = `@model-tasks/spec/json-schema/${draft07 === true ? 'draft-07/' : ''}${requireModel(id).id}.schema.json`
    session.terminal.out(await readFile(fileURLToPath(import.meta.resolve(path)), 'utf8'))
  })
}
