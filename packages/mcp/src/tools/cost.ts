import { checkRequest } from '@model-tasks/validation'
import { RejectedRequest } from '../tool-error.js'
import { answered, parametersOf, text, type ModelTasksTool } from './tool.js'

/** What a task of a request would cost. Makes none. */
export const cost: ModelTasksTool = {
  listed: {
    name: 'cost',
    title: 'Cost of a task',
    description: 'Checks a request and says what a task of it would cost, in credits. Makes no task and is free.',
    inputSchema: {
      type: 'object',
      properties: {
        model: { type: 'string', description: 'The Model ID, from list_models.' },
        parameters: { type: 'object', description: 'As for generate.' },
      },
      required: ['model', 'parameters'],
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async run(input, { caller, signal }) {
    const model = text(input, 'model')
    const parameters = parametersOf(input)
    const { ok, findings } = await checkRequest({ ...parameters, model })
    if (!ok) throw new RejectedRequest(findings)
    const { amount, available } = await caller().client.quote(model, parameters, { signal })
    return answered({ model, credits: amount, ...(available === undefined ? {} : { credits_left: available }) })
  },
}
