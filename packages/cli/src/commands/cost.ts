import { defineCommand } from '../definition/command.js'
import { requireModel } from '../models/catalogue.js'
import { formatFindings } from '../request/findings.js'
import { invalid } from '../request/invalid.js'
import { checkBody, requestArguments } from '../request/prepare.js'
import { showCost } from '../request/cost.js'
import { withRequiredDefaults } from '../request/required-defaults.js'
import { readRequest } from '../request/words.js'

/** What a task would cost: by the price of the catalogue, and by the service where one answers. */
export const cost = defineCommand({
  name: 'cost',
  aliases: ['price'],
  group: 'Models',
  summary: 'say what a task would cost; nothing is submitted',
  description:
    'Works out what a task of a request would cost by the price of the catalogue, and names the parameters that change it; these are enough, the others may be left out. Where a service is set and the request is whole, it is asked for its own price, which is the one that counts. Nothing is submitted, and without a service nothing is sent.',
  arguments: requestArguments,
  options: {},
  examples: [
    { command: 'cost sd_2.0_discount duration=12', does: 'find out what twelve seconds cost' },
    { command: "cost sd_2.0_discount prompt='A paper boat' --json", does: 'print the costs as JSON' },
  ],
  online: true,
  async run(session, { args }) {
    const { model, body } = await readRequest(args, { stream: session.input }, session.words)
    session.context.model = model
    requireModel(model)
    const filled = await withRequiredDefaults(model, body)
    const checked = await checkBody(model, filled, true)
    const { findings } = checked
    const isMissing = (rule: string): boolean => rule === 'required'
    const wrong = findings.filter(({ rule, severity }) => severity === 'error' && !isMissing(rule))
    if (wrong.length > 0) throw invalid(`the request for ${model}`, wrong, model)
    await showCost(session, model, filled, checked)
    if (session.globals.json !== true)
      session.terminal.err(
        formatFindings(
          session.terminal,
          findings.filter(({ severity }) => severity === 'advice'),
        ),
      )
  },
})
