import type { ModelKind } from '../catalogue.js'
import type { ModelEntry, ModelFile } from '../spec-types/files/model.js'
import type { ParameterReference, ParameterValue } from '../spec-types/files/parameter.js'

/** What a model can make. */
export const modelKinds: readonly ModelKind[] = ['video', 'image', 'audio', 'mesh']

const makes: Record<ModelKind, string> = { video: 'Video', image: 'Image', audio: 'Audio', mesh: '3D model' }

/** What a model file says of a model of which only the parameters are known. */
export function head(id: string, kind: ModelKind, description = `${makes[kind]} from a prompt.`) {
  return {
    $schema: '../meta/model.schema.json' as const,
    title: id,
    description,
    'x-kind': kind,
    'x-display-name': { unknown: 'not shown' as const },
    'x-listed': false,
    'x-reference': true,
    'x-availability': { status: 'available' as const, inferred: true as const },
    'x-asset-library': { unknown: 'not shown' as const },
    'x-response-extras': [],
    'x-source': { section: id },
    type: 'object' as const,
  } satisfies Partial<ModelFile>
}

/**
 * A model file that passes every check as it stands and shows how each common parameter is written, with a remark
 * beside each. What the model does not have is deleted; nothing is claimed that is not known yet.
 */
export function scaffold(id: string, kind: ModelKind): ModelFile {
  const own = examples(kind)
  const { $schema, ...facts } = head(id, kind)
  const properties: ModelFile['properties'] = { model: { const: id } }
  for (const [name, parameter] of Object.entries(own))
    properties[name] = { ...parameter, 'x-source': { section: id, item: name } }
  return {
    $schema,
    $comment:
      'An example of every common parameter. Keep what the table of the model states, correct its limits, and delete the rest with the remarks. A rule under allOf is over several parameters: if/then, not, oneOf or dependentRequired, with requests that keep and break it.',
    ...facts,
    required: ['model', 'prompt'],
    properties,
    additionalProperties: false,
    ...('last_image' in own ? { allOf: [exampleRule(id)] } : {}),
  }
}

/** The common parameters of one kind of model, by name. */
function examples(kind: ModelKind): Record<string, ParameterValue> {
  const shared = (name: string, remark: string, more: Partial<ParameterReference> = {}): ParameterReference => ({
    $ref: `../parameters.schema.json#/$defs/${name}`,
    $comment: remark,
    ...more,
  })
  const isPicture = kind === 'video' || kind === 'image'
  return {
    prompt: shared('prompt', 'A definition that several models share; keywords beside $ref are added to it.'),
    negative_prompt: {
      type: 'string',
      $comment: 'A string: minLength, maxLength (code points), pattern with examples, or format.',
      maxLength: 500,
      description: 'What the result does not show.',
    },
    ...(kind === 'video'
      ? {
          first_image: shared('firstImage', 'A list of at most one URL.', { minItems: 0, maxItems: 1 }),
          last_image: shared('lastImage', 'Only beside first_image: see the rule below.', { minItems: 0, maxItems: 1 }),
        }
      : {}),
    reference_images: shared('images', 'URLs; limits on the files stand in x-media.', { minItems: 0, maxItems: 4 }),
    ...(kind === 'video' || kind === 'audio'
      ? {
          duration: {
            type: 'integer',
            $comment:
              'An integer in a range, with its unit. With "required" and a default, the client sends the default.',
            minimum: 4,
            maximum: 15,
            default: 5,
            description: 'Length of the result.',
            'x-unit': 's',
          },
        }
      : {}),
    ...(isPicture
      ? {
          aspect_ratio: shared('aspectRatio', 'A closed list of values.', {
            enum: ['16:9', '9:16', '1:1'],
            default: '16:9',
          }),
          resolution: shared('resolution', 'Values are written exactly as the interface writes them.', {
            enum: ['720p', '1080p'],
          }),
        }
      : {}),
    guidance: {
      type: 'number',
      $comment: 'A number: minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf.',
      minimum: 0,
      maximum: 1,
      multipleOf: 0.05,
      description: 'How closely the result follows the prompt.',
    },
    ...(kind === 'video' ? { generate_audio: shared('generateAudio', 'true or false.', { default: false }) } : {}),
    tags: {
      type: 'array',
      $comment: 'A list of any kind of value; { "type": "object", "properties": … } nests parameters.',
      items: { type: 'string', minLength: 1, maxLength: 32 },
      maxItems: 8,
      uniqueItems: true,
      description: 'Labels of the task.',
    },
    seed: shared('seed', 'Limits come with the definition.'),
  }
}

function exampleRule(id: string): ModelEntry {
  return {
    'x-rule': {
      id: 'last-image-alone',
      severity: 'error',
      message: { en: 'a last frame needs a first frame', zh: '使用尾帧时需要首帧' },
      parameters: ['last_image', 'first_image'],
      'x-source': { section: id },
      examples: {
        valid: [{ first_image: ['https://example.com/first.png'], last_image: ['https://example.com/last.png'] }],
        invalid: [{ last_image: ['https://example.com/last.png'] }],
      },
    },
    dependentRequired: { last_image: ['first_image'] },
  }
}
