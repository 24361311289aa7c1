import type { JsonSchema, ModelKind } from '../catalogue.js'

/** A model file that passes every check as it stands: one parameter, `prompt`, and nothing that is not known yet. */
export function scaffold(id: string, kind: ModelKind): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: id,
    description: `${kind === 'video' ? 'Video' : 'Image'} from a prompt.`,
    'x-kind': kind,
    'x-display-name': { unknown: 'not shown' },
    'x-listed': false,
    'x-reference': true,
    'x-availability': { status: 'available' },
    'x-asset-library': { unknown: 'not shown' },
    'x-response-extras': [],
    'x-source': { section: id },
    type: 'object',
    required: ['model', 'prompt'],
    properties: {
      model: { const: id },
      prompt: { $ref: '../parameters.schema.json#/$defs/prompt', 'x-source': { section: id, item: 'prompt' } },
    },
    additionalProperties: false,
  }
}
