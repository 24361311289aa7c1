import { checkRequest } from '@model-tasks/validation'
import { modelIds, models } from '@model-tasks/spec'
import { RejectedRequest } from '../tool-error.js'
import { modelSchemas } from './model-schemas.js'
import { answered, text, type ModelTasksTool } from './tool.js'

/** What one model takes. Asks no service. */
export const describeModel: ModelTasksTool = {
  listed: {
    name: 'describe_model',
    title: 'Describe a model',
    description: 'The parameters of one model as JSON Schema, with their limits. Free; needs no API key.',
    inputSchema: {
      type: 'object',
      properties: { model: { type: 'string', description: 'The Model ID, from list_models.' } },
      required: ['model'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async run(input) {
    const model = text(input, 'model')
    const id = modelIds.find((each) => each === model)
    if (id === undefined) {
      const { findings } = await checkRequest({ model })
      throw new RejectedRequest(findings.filter(({ path }) => path === '/model'))
    }
    const schema = modelSchemas().find((each) => each.model === id)
    return answered({
      id,
      kind: models[id].kind,
      available: models[id].available,
      description: schema?.description ?? 'Its parameters are not published: any are sent as they are.',
      ...(schema && { parameters: schema.inputSchema }),
    })
  },
}
