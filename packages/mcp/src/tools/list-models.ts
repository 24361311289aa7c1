import { modelIds, models } from '@model-tasks/spec'
import { answered, type ModelTasksTool } from './tool.js'

/** The models of the catalogue. Asks no service. */
export const listModels: ModelTasksTool = {
  listed: {
    name: 'list_models',
    title: 'List models',
    description:
      'The models that make videos, images and more, by Model ID. describe_model says what one takes. Free; needs no API key.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  run: async () =>
    answered({
      models: modelIds.map((id) => {
        const { kind, available, reference } = models[id]
        return { id, kind, available, parameters_known: reference }
      }),
    }),
}
