import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineCommand } from '../definition/command.js'
import { flag } from '../definition/options.js'
import { requireModel } from '../models/catalogue.js'
import { printJson } from '../session.js'

/** The JSON Schema of a model's request body. */
export const schema = defineCommand({
  name: 'schema',
  group: 'Models',
  summary: "print the JSON Schema of a model's request body",
  description: 'Prints the JSON Schema (2020-12) of the whole request body of a model. No service is needed.',
  arguments: [{ name: 'model', description: 'a Model ID', values: 'model' }],
  options: { 'draft-07': flag('print draft-07 instead') },
  examples: [{ command: 'schema beta-5.0 > beta-5.0.schema.json', does: 'keep the schema in a file' }],
  online: false,
  async run(session, { args: [id = ''], options }) {
    const folder = options['draft-07'] ? 'draft-07/' : ''
    const path = `@model-tasks/documents/json-schema/${folder}${fileNameOf(requireModel(id).id)}.schema.json`
    const text = await readFile(fileURLToPath(import.meta.resolve(path)), 'utf8')
    if (session.filter === undefined) session.terminal.out(text)
    else printJson(session, JSON.parse(text))
  },
})
