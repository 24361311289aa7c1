import type { Catalogue, JsonSchema } from '../../catalogue.js'
import { directoryEntry } from '../../directory.js'
import { json } from './json.js'

const list = (items: JsonSchema, description: string): JsonSchema => ({ type: ['array', 'null'], description, items })
const text: JsonSchema = { type: 'string' }
const strings = (description: string): JsonSchema => ({ type: 'array', description, items: text })

/** The schemas of the model directory, an extension. */
export const directorySchemas: Record<string, JsonSchema> = {
  ModelDirectory: {
    'x-extension': 'directory',
    type: 'object',
    description: 'The models in the form that model directories read.',
    required: ['object', 'data'],
    properties: {
      object: { type: 'string', const: 'list', enum: ['list'], description: 'The resource type.' },
      data: {
        type: 'array',
        description: 'The models, in the order of the published list.',
        items: { $ref: '#/components/schemas/ModelDirectoryEntry' },
      },
    },
    additionalProperties: true,
  },
  ModelDirectoryEntry: {
    'x-extension': 'directory',
    type: 'object',
    description: 'What a model can do. Null where it is not shown, or where a request cannot choose it.',
    required: ['id', 'canonical_slug', 'name', 'description', 'architecture', 'available'],
    properties: {
      id: { ...text, description: 'The Model ID.' },
      canonical_slug: { ...text, description: 'The Model ID.' },
      name: { ...text, description: 'The display name, or the Model ID where none is shown.' },
      description: { ...text, description: 'What it makes, in a sentence.' },
      architecture: {
        type: 'object',
        description: 'What goes in and what comes out.',
        required: ['input_modalities', 'output_modalities'],
        properties: {
          input_modalities: strings('text, and the types of media that its parameters take.'),
          output_modalities: strings('What the model makes: video, image, audio or mesh.'),
        },
        additionalProperties: true,
      },
      supported_durations: list({ type: 'integer' }, 'Every duration that a request may ask for, in seconds.'),
      supported_resolutions: list(text, 'The values of resolution.'),
      supported_aspect_ratios: list(text, 'The values of aspect_ratio, or of size where that holds ratios.'),
      supported_sizes: list(text, 'Sizes in pixels: the interface shows none.'),
      supported_frame_images: list(text, 'first_frame, last_frame.'),
      generate_audio: { type: ['boolean', 'null'], description: 'True where a parameter asks for sound.' },
      seed: { type: ['boolean', 'null'], description: 'Whether it has a seed.' },
      supported_parameters: list(text, 'Every parameter of the request but model.'),
      allowed_passthrough_parameters: strings('Parameters that are sent on unread: none.'),
      inputs: list(
        {
          type: 'object',
          description: 'A media parameter and how many files it takes.',
          required: ['parameter', 'type', 'min_items', 'max_items'],
          properties: {
            parameter: { ...text, description: 'Its name.' },
            type: { ...text, description: 'The type of media, such as image.' },
            min_items: { type: 'integer', description: 'The fewest files.' },
            max_items: { type: 'integer', description: 'The most files.' },
          },
          additionalProperties: true,
        },
        'How many files each media parameter takes.',
      ),
      available: { type: 'boolean', description: 'Whether this account may use it.' },
      reason: { ...text, description: 'Why it is unavailable.' },
      pricing_unit: { ...text, description: 'The unit of the prices: credits.' },
      pricing_skus: {
        type: 'object',
        description:
          'Prices as decimal strings: per_task, per_second, per_image; behind a colon the conditions of a tier, such as per_second:resolution=1080p.',
        additionalProperties: text,
      },
    },
    additionalProperties: true,
  },
}

/** The entry of the first documented model, priced. */
export function directoryExample({ models }: Catalogue): JsonSchema {
  const model = models.find((each) => each.reference)
  const entry = model === undefined ? [] : [json({ ...directoryEntry(model), ...examplePrice })]
  return { object: 'list', data: entry }
}

const examplePrice = { pricing_unit: 'credits', pricing_skus: { per_second: '1' } }
