import type { ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/media'
import { defineCommand } from '../definition/command.js'
import { requireModel } from '../models/catalogue.js'
import { currentValues, withCurrent } from '../models/current-values.js'
import { describeModel } from '../models/model-page.js'
import { startingCommand } from '../models/starting-command.js'
import { printJson } from '../session.js'

/** Show everything the catalogue states about one model. */
export const modelsShow = defineCommand({
  name: 'models show',
  group: 'Models',
  summary: 'show everything about one model',
  description:
    'Shows everything the catalogue states about a model: its parameters with limits and defaults, media formats and sizes, prompt lengths and tokens, its rules, and a command to start with. No service is needed; where one is set that declares them, values that a list has at the moment are shown, such as voices.',
  arguments: [{ name: 'model', description: 'a Model ID', values: 'model' }],
  options: {},
  examples: [{ command: 'models show sd_2.0_discount', does: 'show the page of a model' }],
  online: true,
  async run(session, { args: [id = ''] }) {
    const { terminal, globals } = session
    const known = requireModel(id)
    const model = withCurrent(known, await currentValues(session, known))
    if (globals.json === true) {
      printJson(session, model)
      return
    }
    const { places } = await loaders[model.id as ModelId]()
    const start = [session.program(), ...startingCommand(model)]
    terminal.out(describeModel(model, places, start, terminal.paint.out, terminal.columns))
  },
})
